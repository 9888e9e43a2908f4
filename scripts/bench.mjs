// `npm run bench [name …]`: runs bench/NAME.bench.ts (all of them without a name). Each prints a table and writes
// bench/results/NAME.json.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findBroker } from './broker.mjs';
import { findHeadlessBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { environment, fail, findNode, installDependencies, root, run } from './toolchain.mjs';

const node = findNode();
installDependencies(node);
const SUFFIX = '.bench.ts';
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => basename(file, SUFFIX))
  .sort();
const words = process.argv.slice(2);
/** Such as `--modes`, or `--engines 50000`: the benchmarks' own. */
const isFlag = (word, at) => word.startsWith('--') || (/^\d+$/.test(word) && words[at - 1]?.startsWith('--'));
const flags = words.filter(isFlag);
const asked = words.filter((word, at) => !isFlag(word, at));
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`${unknown.join(', ')}: there are the benchmarks ${known.join(', ')}`);
await build(node);
if (asked.length === 0 || asked.includes('kill')) findBroker();
const env = { ...environment(node), CHROMIUM: findHeadlessBrowser(node) };
for (const name of asked.length > 0 ? asked : known) run(node, [join('bench', name + SUFFIX), ...flags], { env });

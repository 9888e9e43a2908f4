// `npm run bench [name …]`: runs bench/NAME.bench.ts, or all benchmarks without a name. Each prints a table and writes
// bench/results/NAME.json.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findBroker } from './broker.mjs';
import { findBrowser, findHeadlessBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { environment, fail, findNode, installDependencies, root, run } from './toolchain.mjs';

const node = findNode();
installDependencies(node);
const SUFFIX = '.bench.ts';
const benchmarks = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => basename(file, SUFFIX))
  .sort();
const args = process.argv.slice(2);
/** Flags such as `--modes` or `--engines 50000` are passed to the benchmarks. */
const isFlag = (word, index) => word.startsWith('--') || (/^\d+$/.test(word) && args[index - 1]?.startsWith('--'));
const flags = args.filter(isFlag);
const selected = args.filter((word, index) => !isFlag(word, index));
const unknown = selected.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) fail(`unknown: ${unknown.join(', ')}; the benchmarks are ${benchmarks.join(', ')}`);
await build(node);
if (selected.length === 0 || selected.includes('kill') || selected.includes('extension')) findBroker();
// The headless shell loads no extensions.
const env = { ...environment(node), CHROMIUM: findHeadlessBrowser(node), WHOLE_CHROMIUM: findBrowser(node) };
for (const name of selected.length > 0 ? selected : benchmarks)
  run(node, [join('bench', name + SUFFIX), ...flags], { env });

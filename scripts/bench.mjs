// `npm run bench [name …]`: runs bench/NAME.bench.ts (all of them without a name). Each prints a table and writes bench/results/NAME.json.
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { environment, fail, findNode, installDependencies, root, run } from './toolchain.mjs';

const node = findNode();
installDependencies(node);
const known = globSync('bench/*.bench.ts', { cwd: root })
  .map((file) => basename(file, '.bench.ts'))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`${unknown.join(', ')}: there are the benchmarks ${known.join(', ')}`);
await build(node);
for (const name of asked.length > 0 ? asked : known) {
  const file = join('bench', `${name}.bench.ts`);
  if (existsSync(join(root, file))) run(node, [file], { env: environment(node) });
}

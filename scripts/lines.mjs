// `npm run lines [-- COMMIT]`: lines of code by part, split into production and tests, of a commit compared with HEAD.
// Generated files are excluded.
import { spawnSync } from 'node:child_process';
import { root } from './toolchain.mjs';

const PARTS = [
  ['contracts', /^packages\/contracts\//],
  ['other packages', /^packages\//],
  ['server: platform', /^apps\/server\/src\/platform\//],
  ['server: domains', /^apps\/server\/src\/domains\//],
  ['server: rest', /^apps\/server\//],
  ['engine', /^apps\/engine\//],
  ['web: features', /^apps\/web\/src\/features\//],
  ['web: rest', /^apps\/web\//],
  ['e2e', /^e2e\//],
  ['bench', /^bench\//],
  ['scripts', /^scripts\//],
];
const CODE = ['*.ts', '*.tsx', '*.css', '*.mjs', '*.cjs', '*.sh'];
const GENERATED = /\.gen\.ts$|\/migrations\/|\/fixtures\//;
const TEST = /\.(test|spec)\.tsx?$|(^|\/)test\/|^e2e\/|\/conformance\//;

/** @returns lines of production code and of tests, by part */
function count(commit) {
  const { stdout, status } = spawnSync('git', ['grep', '-c', '', commit, '--', ...CODE], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`there is no commit ${commit}`);
  const lines = new Map(PARTS.map(([name]) => [name, { production: 0, test: 0 }]));
  for (const line of stdout.trim().split('\n')) {
    const [, path, number] = /^[^:]+:(.*):(\d+)$/.exec(line) ?? [];
    const part = PARTS.find(([, pattern]) => path && pattern.test(path) && !GENERATED.test(path));
    if (part) lines.get(part[0])[TEST.test(path) ? 'test' : 'production'] += Number(number);
  }
  return lines;
}

const [before = 'HEAD', after = 'HEAD'] = process.argv.slice(2);
const [old, now] = [count(before), count(after)];
const rows = PARTS.map(([name]) => [name, old.get(name), now.get(name)]);
const sum = (at, kind) => rows.reduce((total, row) => total + row[at][kind], 0);
const print = (name, ...figures) =>
  console.log(name.padEnd(20) + figures.map((figure) => String(figure).padStart(12)).join(''));
print('', 'production', before, 'change', 'tests', before, 'change');
for (const [name, was, is] of rows) {
  print(name, is.production, was.production, is.production - was.production, is.test, was.test, is.test - was.test);
}
const [production, test] = ['production', 'test'].map((kind) => [
  sum(2, kind),
  sum(1, kind),
  sum(2, kind) - sum(1, kind),
]);
print('all', ...production, ...test);

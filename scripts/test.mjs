// `npm test`: brings everything up to date, then the checks, the tests and the tasks in a real browser. The last line is `N passed, N failed`.
// `npm test -- check unit e2e` runs only the parts named.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { findKubernetesClients } from './kubernetes-clients.mjs';
import { environment, fail, findNode, installDependencies, root, say } from './toolchain.mjs';

const PARTS = ['check', 'unit', 'e2e'];
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) fail(`${unknown.join(', ')}: there are the parts ${PARTS.join(', ')}`);
const wanted = (part) => asked.length === 0 || asked.includes(part);

const began = Date.now();
const node = findNode();
installDependencies(node);
const results = mkdtempSync(join(tmpdir(), 'switchyard-results-'));
const total = { passed: 0, failed: 0 };
const failures = [];

/** `names`: what failed, a line each; told again at the very end, where it is found. */
function count(what, passed, failed, names = []) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(`${what}: ${failed} failed`, ...names.map((name) => `  ${name}`));
}

/** Runs a program of the project with Node 24. @returns whether it ended well. */
function succeeds(args, more = {}) {
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...environment(node), ...more } });
  return status === 0;
}

function check() {
  const checks = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.check.split(' && ');
  for (const one of checks) {
    const { status } = spawnSync('npm', ['exec', '--no', '-c', one], {
      cwd: root,
      stdio: 'inherit',
      env: environment(node),
    });
    count(`check (${one})`, status === 0 ? 1 : 0, status === 0 ? 0 : 1);
  }
}

function unit() {
  findKubernetesClients();
  const file = join(results, 'unit.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ended = succeeds(['node_modules/vitest/vitest.mjs', 'run', ...args]);
  const report = readReport(file);
  count('unit', report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, failedUnits(report));
  // A file that could not even be loaded has no failed test in it.
  if (!ended && !report?.numFailedTests) count('unit (the run itself)', 0, 1);
}

async function endToEnd() {
  if (!readdirSync(join(root, 'e2e'), { recursive: true }).some((file) => file.endsWith('.spec.ts'))) return;
  await build(node);
  const file = join(results, 'e2e.json');
  // The server's data goes with the results at the end, when nothing runs in it any more.
  const more = { E2E_DATA_DIR: join(results, 'data'), PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: findBrowser(node) };
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const ended = succeeds(['node_modules/@playwright/test/cli.js', 'test', ...config], more);
  const report = readReport(file);
  const stats = report?.stats;
  count('e2e', (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0, failedTasks(report?.suites));
  if (!ended && !stats?.unexpected) count('e2e (the run itself)', 0, 1);
}

function failedUnits(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((one) => `${relative(root, name)} › ${one.fullName}: ${firstLine(one.failureMessages[0])}`),
  );
}

function failedTasks(suites) {
  return (suites ?? []).flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return `e2e/${file}:${line} › ${title}: ${firstLine(errors[0]?.message)}`;
      }),
    ...failedTasks(suite.suites),
  ]);
}

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n')[0];

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

if (wanted('check')) check();
if (wanted('unit')) unit();
if (wanted('e2e')) await endToEnd();
rmSync(results, { recursive: true, force: true });
for (const words of failures) say(words);
say(`took ${Math.round((Date.now() - began) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

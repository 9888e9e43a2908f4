// `npm test`: updates everything, then runs the checks, the tests and the browser tests. The last line is `N passed, N
// failed`. `npm test -- check unit e2e` runs only the named parts; `--shuffle` randomizes the order; `--second-look`
// reruns failed tests (decision 157).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBroker } from './broker.mjs';
import { findBrowser, findHeadlessBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { findKubernetesClients } from './kubernetes-clients.mjs';
import { endLeftovers } from './leftovers.mjs';
import { beginTestRun } from './test-run.mjs';
import { environment, fail, findNode, installDependencies, root, say } from './toolchain.mjs';

const PARTS = ['check', 'unit', 'e2e'];
/** Time for a part's last processes to exit after it has ended. */
const END_GRACE_MS = 5_000;
/** Maximum failures that are rerun; more than these are not due to a busy machine. */
const SECOND_LOOK_LIMIT = 5;
const hasSecondLook = process.argv.includes('--second-look');
const selected = process.argv.slice(2).filter((word) => !word.startsWith('--shuffle') && word !== '--second-look');
const unknown = selected.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) fail(`unknown: ${unknown.join(', ')}; the parts are ${PARTS.join(', ')}`);
const isSelected = (part) => selected.length === 0 || selected.includes(part);
const seed = readSeed();

const node = findNode();
installDependencies(node);
const directory = beginTestRun();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));

const total = { passed: 0, failed: 0 };
const failures = [];
/** Tests that failed among all others but passed on their own. */
const flaky = [];
const durations = [];
const children = new Set();

/**
 * `--shuffle`, `--shuffle=SEED` or `SHUFFLE=SEED`: runs tests in a random order, which the seed reproduces.
 * @returns null for the usual order
 */
function readSeed() {
  const flag = process.argv.find((argument) => argument.startsWith('--shuffle'));
  if (!flag && !process.env.SHUFFLE) return null;
  const given = flag?.split('=')[1] ?? process.env.SHUFFLE ?? '';
  return /^\d+$/.test(given) ? Number(given) : Math.floor(Math.random() * 1_000_000);
}

/** @param names failed tests, one per line, which are repeated at the end of the output */
function count(what, passed, failed, names = []) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(`${what}: ${failed} failed`, ...names.map((name) => `  ${name}`));
}

/** Starts a program of the project in its own process group, so that signals only reach this process of the run. */
function start(command, args, stdio, more = {}) {
  const child = spawn(command, args, { cwd: root, stdio, detached: true, env: { ...environment(node), ...more } });
  child.once('error', (error) => fail(`${command}: ${error.message}`));
  child.once('exit', () => children.delete(child));
  children.add(child);
  return child;
}

/** @returns whether the program succeeded */
async function succeeds(args, more = {}) {
  const [status] = await once(start(node, args, ['ignore', 'inherit', 'inherit'], more), 'exit');
  return status === 0;
}

/** Runs a program and captures its output. */
async function outputOf(command, args) {
  const child = start(command, args, ['ignore', 'pipe', 'pipe']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status, output };
}

/** Ends the run and all its processes immediately; its data is disposable. */
async function end(signal) {
  say(`${signal}: ending the tests`);
  for (const child of children) {
    // Prevents the next steps from running.
    child.removeAllListeners();
    process.kill(-child.pid, 'SIGKILL');
  }
  await endLeftovers(directory);
  process.exit(130);
}

/**
 * Runs the checks of `npm run check` two at a time, as some use only one core. Prints the output of each at its end.
 */
async function check() {
  const checks = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.check.split(' && ');
  const runNext = async () => {
    for (let command = checks.shift(); command; command = checks.shift()) {
      const { status, output } = await outputOf('npm', ['exec', '--no', '-c', command]);
      process.stdout.write(`> ${command}\n${output}\n`);
      count(`check (${command})`, status === 0 ? 1 : 0, status === 0 ? 0 : 1);
    }
  };
  await Promise.all([runNext(), runNext()]);
}

async function unit() {
  findKubernetesClients();
  findBroker();
  // WhatsApp Web is tested in a full browser, as engines use it, because it recognises the headless shell.
  const browser = findBrowser(node);
  const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  await runWithSecondLook('unit', async (previous) => {
    const file = join(directory, previous ? 'unit-again.json' : 'unit.json');
    const errorsFile = join(directory, previous ? 'unhandled-again.json' : 'unhandled.json');
    const reporters = ['default', 'json', join(root, 'scripts', 'unhandled-errors.mjs')];
    const args = [...reporters.map((reporter) => `--reporter=${reporter}`), `--outputFile.json=${file}`];
    if (seed !== null) args.push(...order);
    if (previous) args.push(...previous.files);
    const more = { CHROMIUM: browser, UNHANDLED_ERRORS_FILE: errorsFile };
    const ended = await succeeds(['node_modules/vitest/vitest.mjs', 'run', ...args], more);
    const report = readReport(file);
    const unhandled = readReport(errorsFile) ?? [];
    const failedFiles = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
    return {
      ended,
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      names: failedUnits(report),
      files: [...failedFiles.map(({ name }) => name), ...unhandled.flatMap((error) => error.file ?? [])],
      // Failures outside tests: files that could not be loaded, and errors that no test caught.
      outsideTests: [
        ...failedFiles
          .filter(({ message }) => message)
          .map(({ name, message }) => `${relative(root, name)}: ${message}`),
        ...unhandled.map((error) => `${error.file ? relative(root, error.file) : 'unknown file'}: ${error.message}`),
      ],
    };
  });
}

async function endToEnd() {
  const browser = findHeadlessBrowser(node);
  // The headless shell loads no extensions.
  const wholeBrowser = findBrowser(node);
  await runWithSecondLook('e2e', async (previous) => {
    const file = join(directory, previous ? 'e2e-again.json' : 'e2e.json');
    const args = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
    if (seed !== null) args.push('--shuffle', String(seed));
    if (previous) args.push('--last-failed');
    const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: browser, WHOLE_CHROMIUM: wholeBrowser };
    const ended = await succeeds(['node_modules/@playwright/test/cli.js', 'test', ...args], more);
    const report = readReport(file);
    const stats = report?.stats;
    return {
      ended,
      passed: stats?.expected ?? 0,
      failed: stats?.unexpected ?? 0,
      names: failedTasks(report?.suites),
    };
  });
}

/**
 * Runs a part's tests and, with `--second-look`, reruns a small number of failed ones on their own: those that then
 * pass are reported by name as flaky.
 * @param run runs all tests, or those that failed in the given previous run
 */
async function runWithSecondLook(what, run) {
  const first = await run(null);
  const outsideTests = first.outsideTests ?? [];
  const faults = first.failed + outsideTests.length;
  const isRerun = hasSecondLook && faults > 0 && faults <= SECOND_LOOK_LIMIT;
  const second = isRerun ? await run(first) : null;
  if (second?.ended && second.failed === 0 && second.passed >= first.failed) {
    flaky.push(...[...first.names, ...outsideTests].map((name) => `${what}: ${name}`));
    return count(what, first.passed + first.failed, 0);
  }
  count(what, first.passed, first.failed, first.names);
  if (!first.ended && first.failed === 0) count(`${what} (the run itself)`, 0, 1, outsideTests);
}

async function timed(name, work) {
  const began = Date.now();
  await work();
  durations.push([name, Date.now() - began]);
}

/** Runs one part of the tests, which must leave no processes running. */
async function part(name, work) {
  await timed(name, work);
  const left = await endLeftovers(directory, END_GRACE_MS);
  count(`${name} (left running)`, 0, left.length, left);
}

const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;

function failedUnits(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((result) => `${relative(root, name)} › ${result.fullName}: ${firstLine(result.failureMessages[0])}`),
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

if (seed !== null) say(`shuffled with seed ${seed} (reproduce with --shuffle=${seed})`);
const began = Date.now();
if (isSelected('check')) await part('check', check);
if (isSelected('unit')) await part('unit', unit);
if (isSelected('e2e')) {
  await timed('build', () => build(node));
  await part('e2e', endToEnd);
}
for (const test of flaky) say(`flaky: failed among all others, passed on its own: ${test}`);
for (const failure of failures) say(failure);
const parts = durations.map(([name, ms]) => `${name} ${minutes(ms)}`);
say(
  `took ${minutes(Date.now() - began)} minutes${seed === null ? '' : `, shuffled with seed ${seed}`} (${parts.join(', ')})`,
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

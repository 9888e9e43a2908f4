// `npm test`: brings everything up to date, then the checks, the tests and the tasks in a real browser. The last line
// is `N passed, N failed`.
// `npm test -- check unit e2e` runs only the parts named; `--shuffle` shuffles them; `--second-look` asks what failed
// once more (decision 157).
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
/** A part's last processes may still be on their way out when it has ended. */
const END_GRACE_MS = 5_000;
/** More failures than these are no accident of a busy machine. */
const SECOND_LOOK_LIMIT = 5;
const hasSecondLook = process.argv.includes('--second-look');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--shuffle') && word !== '--second-look');
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) fail(`${unknown.join(', ')}: there are the parts ${PARTS.join(', ')}`);
const wanted = (part) => asked.length === 0 || asked.includes(part);
const seed = readSeed();

const node = findNode();
installDependencies(node);
const directory = beginTestRun();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));

const total = { passed: 0, failed: 0 };
const failures = [];
/** What failed among all others and passed alone. */
const unsteady = [];
const durations = [];
const children = new Set();

/**
 * `--shuffle`, `--shuffle=SEED` or `SHUFFLE=SEED`: tests in a random order, which the seed repeats.
 * @returns null: in their own order
 */
function readSeed() {
  const word = process.argv.find((one) => one.startsWith('--shuffle'));
  if (!word && !process.env.SHUFFLE) return null;
  const told = word?.split('=')[1] ?? process.env.SHUFFLE ?? '';
  return /^\d+$/.test(told) ? Number(told) : Math.floor(Math.random() * 1_000_000);
}

/** `names`: what failed, a line each; told again at the very end, where it is found. */
function count(what, passed, failed, names = []) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(`${what}: ${failed} failed`, ...names.map((name) => `  ${name}`));
}

/** Starts a program of the project, in a process group of its own: of this run only this process is asked to end. */
function start(command, args, stdio, more = {}) {
  const child = spawn(command, args, { cwd: root, stdio, detached: true, env: { ...environment(node), ...more } });
  child.once('error', (error) => fail(`${command}: ${error.message}`));
  child.once('exit', () => children.delete(child));
  children.add(child);
  return child;
}

/** @returns whether the program ended well. */
async function succeeds(args, more = {}) {
  const [status] = await once(start(node, args, ['ignore', 'inherit', 'inherit'], more), 'exit');
  return status === 0;
}

/** Runs a program to its end, in silence. */
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

/** Ends the run and all that belongs to it at once: its data is thrown away, and nobody waits for it. */
async function end(signal) {
  say(`${signal}: ending the tests`);
  for (const child of children) {
    // Nobody shall go on with what comes after it.
    child.removeAllListeners();
    process.kill(-child.pid, 'SIGKILL');
  }
  await endLeftovers(directory);
  process.exit(130);
}

/** The checks of `npm run check`, two at a time: some use one core only. Each tells what it says when it has ended. */
async function check() {
  const checks = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.check.split(' && ');
  const takeOne = async () => {
    for (let one = checks.shift(); one; one = checks.shift()) {
      const { status, output } = await outputOf('npm', ['exec', '--no', '-c', one]);
      process.stdout.write(`> ${one}\n${output}\n`);
      count(`check (${one})`, status === 0 ? 1 : 0, status === 0 ? 0 : 1);
    }
  };
  await Promise.all([takeOne(), takeOne()]);
}

async function unit() {
  findKubernetesClients();
  findBroker();
  // WhatsApp Web is tried in a whole browser, as engines have it: the headless shell is known as one.
  const browser = findBrowser(node);
  const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  await looked('unit', async (before) => {
    const file = join(directory, before ? 'unit-again.json' : 'unit.json');
    const errorsFile = join(directory, before ? 'unhandled-again.json' : 'unhandled.json');
    const reporters = ['default', 'json', join(root, 'scripts', 'unhandled-errors.mjs')];
    const args = [...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${file}`];
    if (seed !== null) args.push(...order);
    if (before) args.push(...before.files);
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
      files: [...failedFiles.map(({ name }) => name), ...unhandled.flatMap((one) => one.file ?? [])],
      // What failed outside of all tests: files that could not be loaded, and errors that no test caught.
      besides: [
        ...failedFiles
          .filter(({ message }) => message)
          .map(({ name, message }) => `${relative(root, name)}: ${message}`),
        ...unhandled.map((one) => `${one.file ? relative(root, one.file) : 'unknown file'}: ${one.message}`),
      ],
    };
  });
}

async function endToEnd() {
  const browser = findHeadlessBrowser(node);
  // The headless shell loads no extensions.
  const wholeBrowser = findBrowser(node);
  await looked('e2e', async (before) => {
    const file = join(directory, before ? 'e2e-again.json' : 'e2e.json');
    const args = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
    if (seed !== null) args.push('--shuffle', String(seed));
    if (before) args.push('--last-failed');
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
 * Runs a part's tests, and with `--second-look` once more the few that failed, alone: those that pass then are told as
 * unsteady, by name.
 * @param run of all, or of those that failed in `before`
 */
async function looked(what, run) {
  const first = await run(null);
  const besides = first.besides ?? [];
  const faults = first.failed + besides.length;
  const isWorthALook = hasSecondLook && faults > 0 && faults <= SECOND_LOOK_LIMIT;
  const second = isWorthALook ? await run(first) : null;
  if (second?.ended && second.failed === 0 && second.passed >= first.failed) {
    unsteady.push(...[...first.names, ...besides].map((name) => `${what}: ${name}`));
    return count(what, first.passed + first.failed, 0);
  }
  count(what, first.passed, first.failed, first.names);
  if (!first.ended && first.failed === 0) count(`${what} (the run itself)`, 0, 1, besides);
}

async function timed(name, work) {
  const began = Date.now();
  await work();
  durations.push([name, Date.now() - began]);
}

/** A part of the tests: it leaves nothing running. */
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

if (seed !== null) say(`shuffled by the seed ${seed} (--shuffle=${seed} repeats it)`);
const began = Date.now();
if (wanted('check')) await part('check', check);
if (wanted('unit')) await part('unit', unit);
if (wanted('e2e')) {
  await timed('build', () => build(node));
  await part('e2e', endToEnd);
}
for (const words of unsteady) say(`unsteady: failed among all others, passed alone: ${words}`);
for (const words of failures) say(words);
const parts = durations.map(([name, ms]) => `${name} ${minutes(ms)}`);
say(`took ${minutes(Date.now() - began)} minutes${seed === null ? '' : `, shuffled by ${seed}`} (${parts.join(', ')})`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

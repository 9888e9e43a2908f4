import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findLeftovers } from './leftovers.mjs';

const root = join(import.meta.dirname, '..');
const WAIT = { timeout: 60_000, interval: 50 };

const POSTGRES = expect.stringMatching(/postgres -D /);
const WORKER = expect.stringMatching(/vitest.*workers/);

const started: ChildProcess[] = [];
let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'switchyard-runs-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts a program outside this test run. @returns the process, and a function for its output so far */
function start(...args: string[]): { run: ChildProcess; output: () => string } {
  const { SWITCHYARD_TEST_RUN: _, ...outside } = process.env;
  const env = { ...outside, TMPDIR: temporary };
  const run = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(run);
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  return { run, output: () => output };
}

/**
 * A run with the kinds of processes that tests start: in its own process group, ignoring signals, without the run's
 * environment, and a grandchild.
 */
const WITH_PROCESSES = `
  import { spawn } from 'node:child_process';
  import { beginTestRun } from './scripts/test-run.mjs';
  const directory = beginTestRun();
  const start = (program, options) => spawn('sh', ['-c', program], { detached: true, stdio: 'ignore', ...options }).unref();
  start('sleep 600');
  start('trap "" TERM INT HUP; while :; do sleep 1; done', {});
  start('sleep 600', { cwd: directory, env: { PATH: process.env.PATH } });
  start('sleep 600 & wait', {});
  console.log(directory);
  setInterval(() => undefined, 1_000);
`;

describe('a test run', { timeout: 120_000 }, () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ended by %s leaves no processes and no files',
    async (signal) => {
      const { run, output } = start('--input-type=module', '-e', WITH_PROCESSES);
      const directory = await vi.waitFor(() => {
        const [line = ''] = output().split('\n', 1);
        expect(findLeftovers(line).length).toBeGreaterThanOrEqual(6);
        return line;
      }, WAIT);
      run.kill(signal);
      await vi.waitFor(() => expect([findLeftovers(directory), existsSync(directory)]).toEqual([[], false]), WAIT);
    },
  );

  it('kills PostgreSQL and the Vitest workers when Vitest is killed', async () => {
    const { run } = start('node_modules/vitest/vitest.mjs', 'run', 'apps/server/src/platform/database/lead.test.ts');
    const directory = await vi.waitFor(() => {
      const [name] = readdirSync(temporary);
      if (!name) throw new Error('the run has not started');
      return join(temporary, name);
    }, WAIT);
    const commands = () => findLeftovers(directory).map(({ command }) => command);
    await vi.waitFor(() => expect(commands()).toEqual(expect.arrayContaining([POSTGRES, WORKER])), WAIT);
    run.kill('SIGKILL');
    await vi.waitFor(() => expect([commands(), existsSync(directory)]).toEqual([[], false]), WAIT);
  });
});

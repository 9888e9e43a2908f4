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

const begun: ChildProcess[] = [];
let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'switchyard-runs-'));
});
afterEach(() => {
  for (const one of begun.splice(0)) one.kill('SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts a program that is not within this run of tests. @returns it, and what it has said so far */
function start(...args: string[]): { run: ChildProcess; said: () => string } {
  const { SWITCHYARD_TEST_RUN: _, ...outside } = process.env;
  const env = { ...outside, TMPDIR: temporary };
  const run = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  begun.push(run);
  let said = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  return { run, said: () => said };
}

/**
 * A run that has started what tests start: in a group of its own, deaf to being asked, without its environment, and a
 * child of that.
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

describe('a run of tests that ends', { timeout: 120_000 }, () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s leaves no process and no file',
    async (signal) => {
      const { run, said } = start('--input-type=module', '-e', WITH_PROCESSES);
      const directory = await vi.waitFor(() => {
        const [told = ''] = said().split('\n', 1);
        expect(findLeftovers(told).length).toBeGreaterThanOrEqual(6);
        return told;
      }, WAIT);
      run.kill(signal);
      await vi.waitFor(() => expect([findLeftovers(directory), existsSync(directory)]).toEqual([[], false]), WAIT);
    },
  );

  it('takes the PostgreSQL and the workers of vitest with it, when that is killed', async () => {
    const { run } = start('node_modules/vitest/vitest.mjs', 'run', 'apps/server/src/platform/database/lead.test.ts');
    const directory = await vi.waitFor(() => {
      const [name] = readdirSync(temporary);
      if (!name) throw new Error('the run has not begun');
      return join(temporary, name);
    }, WAIT);
    const commands = () => findLeftovers(directory).map(({ command }) => command);
    await vi.waitFor(() => expect(commands()).toEqual(expect.arrayContaining([POSTGRES, WORKER])), WAIT);
    run.kill('SIGKILL');
    await vi.waitFor(() => expect([commands(), existsSync(directory)]).toEqual([[], false]), WAIT);
  });
});

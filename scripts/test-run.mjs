import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/**
 * Begins a run of tests: everything that it starts has one temporary directory of its own, by which its processes are known. A helper
 * outside the run holds the other end of a pipe from this process; when this process ends, however that is, it ends what the run left
 * behind and removes the directory. Within a run nothing begins: it has its directory.
 * @returns {string} the directory
 */
export function beginTestRun() {
  const running = process.env.SWITCHYARD_TEST_RUN;
  if (running) return running;
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-run-'));
  const helper = spawn(process.execPath, [join(root, 'scripts', 'end-test-run.mjs'), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  helper.unref();
  helper.stdin.unref();
  process.env.SWITCHYARD_TEST_RUN = directory;
  process.env.TMPDIR = directory;
  return directory;
}

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/** Where Linux keeps files in memory, for every user. */
const MEMORY = '/dev/shm';
/** Of what a run keeps at once it needs a tenth; programs need the rest of the memory. */
const ROOM_BYTES = 3 * 2 ** 30;
const FREE_BYTES = 6 * 2 ** 30;

/**
 * Begins a run of tests: everything that it starts has one temporary directory of its own, by which its processes are
 * known. A helper outside the run holds the other end of a pipe from this process; when this process ends, however that
 * is, it ends what the run left behind and removes the directory. Within a run nothing begins: it has its directory.
 * @returns {string} the directory
 */
export function beginTestRun() {
  const running = process.env.SWITCHYARD_TEST_RUN;
  if (running) return running;
  const directory = mkdtempSync(join(findPlace(), 'switchyard-run-'));
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

/**
 * In memory, where there is plenty of it: of what tests write nothing outlives them, and on a disk hundreds of
 * databases cost more of the processors than the tests that use them. A container's limit counts what is kept there as
 * its memory. Where `TMPDIR` says, if it does.
 */
function findPlace() {
  if (process.env.TMPDIR || process.availableMemory() < FREE_BYTES) return tmpdir();
  let tried;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return tmpdir();
    tried = mkdtempSync(join(MEMORY, 'switchyard-try-'));
    const program = join(tried, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    // Some systems, and containers, run nothing from there.
    return spawnSync(program).status === 0 ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  } finally {
    if (tried) rmSync(tried, { recursive: true, force: true });
  }
}

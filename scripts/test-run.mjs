import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/** In-memory file system of Linux, writable for all users. */
const MEMORY_FOLDER = '/dev/shm';
/** A run uses a tenth of this space; the rest of the memory is left to programs. */
const MIN_SPACE_BYTES = 3 * 2 ** 30;
const MIN_MEMORY_BYTES = 6 * 2 ** 30;

/**
 * Begins a test run: everything it starts gets the same temporary directory, by which its processes are recognised. A
 * helper outside the run holds the other end of a pipe from this process; when this process ends for any reason, the
 * helper kills the run's leftover processes and removes the directory. Inside a run it returns that run's directory.
 * @returns {string} the directory
 */
export function beginTestRun() {
  const running = process.env.SWITCHYARD_TEST_RUN;
  if (running) return running;
  const directory = mkdtempSync(join(findParentFolder(), 'switchyard-run-'));
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
 * Returns the parent folder for run directories: `TMPDIR` if set, else a folder in memory if there is plenty of it.
 * Tests write nothing that must outlive them, and on a disk hundreds of databases cost more CPU than the tests that use
 * them. In a container such files count towards its memory limit.
 */
function findParentFolder() {
  if (process.env.TMPDIR || process.availableMemory() < MIN_MEMORY_BYTES) return tmpdir();
  let probe;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize < MIN_SPACE_BYTES) return tmpdir();
    probe = mkdtempSync(join(MEMORY_FOLDER, 'switchyard-try-'));
    const program = join(probe, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    // Some systems and containers do not allow running programs from there.
    return spawnSync(program).status === 0 ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  } finally {
    if (probe) rmSync(probe, { recursive: true, force: true });
  }
}

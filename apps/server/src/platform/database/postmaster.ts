import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A PostgreSQL server process that uses a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Finds the server on a data folder by its `postmaster.pid`. Returns null if there is no file, the process is dead, or
 * the system has since given its pid to another process.
 */
export function findPostmaster(dataDirectory: string): Postmaster | null {
  const file = join(dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 1 || !isPostmasterOn(pid, dataDirectory)) return null;
  // A server that has only just started has not written its port yet.
  return { pid, port: Number.isInteger(port) && port > 0 ? port : 0 };
}

/**
 * Whether the process is alive and is a server on this folder, which is then its working directory. A zombie has none.
 */
export function isPostmasterOn(pid: number, dataDirectory: string): boolean {
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDirectory);
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(dataDirectory);
  } catch {
    return false;
  }
}

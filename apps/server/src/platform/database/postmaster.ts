import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A PostgreSQL server process that works on a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * The server that runs on a data folder, by its `postmaster.pid`. Null when there is none: no file, a dead process, or
 * a number that the system has since given to another process.
 */
export function findPostmaster(dataDirectory: string): Postmaster | null {
  const file = join(dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 1 || !worksOn(pid, dataDirectory)) return null;
  // A server that has only just begun has not written its port yet.
  return { pid, port: Number.isInteger(port) && port > 0 ? port : 0 };
}

/**
 * Whether a living process is a server on this folder: it makes the folder its working directory. A zombie has none.
 */
export function worksOn(pid: number, dataDirectory: string): boolean {
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDirectory);
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(dataDirectory);
  } catch {
    return false;
  }
}

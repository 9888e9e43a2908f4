import type { Log } from './log.ts';

/**
 * What nobody caught is logged, and survived where only the one thing that failed can be broken: a promise that nobody
 * waited for, and a call to the system that failed (a full disk, a lost connection). Any other exception has cut
 * through work in the middle; then `end` is called, once.
 */
export function catchUncaught(log: Log, end: () => void): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (error) => {
    if (isOfSystem(error)) {
      log.error({ err: error }, 'a call to the system failed and nobody caught it');
      return;
    }
    log.fatal({ err: error }, 'an exception that nobody caught; ending');
    end();
  });
}

/** SQLite's results for a disk that is full or fails. */
const SQLITE_IO_ERROR = 10;
const SQLITE_FULL = 13;

/** Whether a call to the system failed, by Node's and SQLite's words for it. */
export function isOfSystem(error: unknown): boolean {
  const { syscall, code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return errcode === SQLITE_FULL || errcode === SQLITE_IO_ERROR;
  return typeof syscall === 'string';
}

import type { Log } from './log.ts';

/**
 * Logs uncaught errors. The process survives those that affect only one operation: unhandled rejections and failed
 * system calls (a full disk, a lost connection). Any other exception has interrupted work half-way; then `end` is
 * called, once.
 */
export function catchUncaught(log: Log, end: () => void): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled promise rejection'));
  process.on('uncaughtException', (error) => {
    if (isSystemError(error)) {
      log.error({ err: error }, 'uncaught system error');
      return;
    }
    log.fatal({ err: error }, 'uncaught exception; exiting');
    end();
  });
}

/** SQLite's error codes for a full or failing disk. */
const SQLITE_IO_ERROR = 10;
const SQLITE_FULL = 13;

/** Whether a system call failed, according to Node's or SQLite's error. */
export function isSystemError(error: unknown): boolean {
  const { syscall, code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return errcode === SQLITE_FULL || errcode === SQLITE_IO_ERROR;
  return typeof syscall === 'string';
}

import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * Replaces a file so that a kill of this process leaves the old or the new content, never a part.
 * @param durable also after a power cut. It costs a wait for the disk (30 ms and more), so only what must outlive the
 *   pods is worth it: after a power cut no process is left, and a pod whose record is unreadable is made anew.
 */
export function replaceFile(path: string, content: string, { durable = false } = {}): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, content);
    if (durable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

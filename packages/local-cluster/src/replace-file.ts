import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * Replaces a file atomically: if this process is killed, the old or the new content remains, never a part.
 * @param durable whether it must survive a power cut. That waits for the disk (30 ms and more), so it is only for what
 *   must outlive the pods: after a power cut no process is left, and a pod with an unreadable record is recreated.
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

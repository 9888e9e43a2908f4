import { reconnectDelayMs } from '../../../lib/live/live-connection.ts';

/** An operator waits: a stream is tried again at least this often. */
const LONGEST_MS = 10_000;

/** How long to wait before a stream is tried again. @param attempt 0 for the first try after something came */
export const streamDelayMs = (attempt: number): number => reconnectDelayMs(attempt, Math.random(), LONGEST_MS);

/** Waits so long, or until the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

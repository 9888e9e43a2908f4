import { Backoff } from '@switchyard/backoff';

/** An operator is waiting: a broken stream is retried at least every 10 s. */
export const streamBackoff = (): Backoff => new Backoff(500, 10_000);

/** Waits for the given time, or until the signal. */
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

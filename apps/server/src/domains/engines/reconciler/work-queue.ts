import { backoffMs } from '@switchyard/backoff';
import type { Log } from '../../../platform/logging/log.ts';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/**
 * A queue of keys, each processed by one worker at a time. A key added during its processing is processed again
 * afterwards; a failed one is retried with growing delays.
 */
export class WorkQueue {
  readonly #work: (key: string) => Promise<void>;
  readonly #concurrency: number;
  readonly #log: Log;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; atMs: number }>();
  readonly #failures = new Map<string, number>();
  #stopped = false;

  constructor(work: (key: string) => Promise<void>, concurrency: number, log: Log) {
    this.#work = work;
    this.#concurrency = concurrency;
    this.#log = log;
  }

  add(key: string): void {
    if (this.#stopped) return;
    this.#waiting.add(key);
    this.#next();
  }

  /** Schedules the key for a time (milliseconds since the epoch), unless it is already due earlier. */
  addAt(key: string, atMs: number): void {
    if (this.#stopped) return;
    const known = this.#timers.get(key);
    if (known && known.atMs <= atMs) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(
      () => {
        this.#timers.delete(key);
        this.add(key);
      },
      Math.max(0, atMs - Date.now()),
    );
    this.#timers.set(key, { timer, atMs });
  }

  /** Accepts nothing new; resolves when no work is running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running.values());
  }

  #next(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.set(key, this.#run(key));
    }
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#work(key);
      this.#failures.delete(key);
    } catch (error) {
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      this.#log.warn({ err: error, key, failures }, 'reconciling failed; retrying');
      this.addAt(key, Date.now() + backoffMs(failures, FIRST_RETRY_MS, MAX_RETRY_MS));
    } finally {
      this.#running.delete(key);
      if (!this.#stopped) this.#next();
    }
  }
}

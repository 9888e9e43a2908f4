import type { Platform } from '../../../platform/platform.ts';

/**
 * A third of the pool's connections work on sessions, one transaction each; receiving messages uses the rest. With
 * three of twenty connections, bots replied last of all under heavy incoming traffic.
 */
const SHARE_OF_CONNECTIONS = 3;
/** Maximum sessions per transaction. */
const MAX_BATCH = 50;
/**
 * While others are worked on, a session waits until the last transaction is this old, so that one transaction serves
 * many. A lone session starts at once.
 */
const BATCH_DELAY_MS = 40;
/** After this long, the next transaction starts without waiting for the running one. */
const SLOW_MS = 50;
/** Sessions due later than this are left to the poll for due sessions. */
const MAX_TIMER_MS = 5_000;
const MAX_WAITING = 1_000;

/** A session's external call, including the processing of its answer. */
export interface PendingCall {
  sessionId: string;
  make(): Promise<void>;
}

/**
 * Works on sessions; never rejects.
 * @returns their external calls, and the sessions left for the next batch
 */
export type Work = (
  platform: Platform,
  sessionIds: readonly string[],
) => Promise<{ calls: PendingCall[]; left: string[] }>;

/** The queue of bot sessions that this process works on. */
class SessionQueue {
  readonly #platform: Platform;
  readonly #work: Work;
  readonly #maxRunning: number;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** External calls in progress; they don't block other sessions. */
  readonly #calls = new Set<Promise<void>>();
  #lastBeganMs = Number.NEGATIVE_INFINITY;
  #wasBatch = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform, work: Work) {
    this.#platform = platform;
    this.#work = work;
    this.#maxRunning = Math.max(1, Math.floor(platform.config.databasePoolSize / SHARE_OF_CONNECTIONS));
  }

  add(sessionId: string): void {
    this.#waiting.add(sessionId);
    this.#startDue();
  }

  get isFull(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  async idle(): Promise<void> {
    // Waiting sessions start when their gather time is over or another transaction ends.
    while (this.#waiting.size + this.#running.size + this.#calls.size > 0) {
      this.#startBatch();
      await Promise.all([...this.#running, ...this.#calls]);
    }
  }

  /** Starts what can start now, and schedules the rest. */
  #startDue(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 && this.#running.size < this.#maxRunning) {
      const waitMs = this.#startMs() - performance.now();
      if (waitMs > 0 && this.#waiting.size < MAX_BATCH) {
        this.#timer = setTimeout(() => this.#startDue(), waitMs);
        return;
      }
      this.#startBatch();
    }
  }

  #startMs(): number {
    if (this.#running.size > 0) return this.#lastBeganMs + SLOW_MS;
    return this.#wasBatch ? this.#lastBeganMs + BATCH_DELAY_MS : 0;
  }

  #startBatch(): void {
    const ids = [...this.#waiting].slice(0, MAX_BATCH);
    if (ids.length === 0) return;
    for (const id of ids) this.#waiting.delete(id);
    this.#lastBeganMs = performance.now();
    this.#wasBatch = ids.length > 1;
    const run = this.#work(this.#platform, ids).then(({ calls, left }) => {
      this.#running.delete(run);
      for (const id of left) this.#waiting.add(id);
      for (const { make } of calls) this.#startCall(make);
      this.#startDue();
    });
    this.#running.add(run);
  }

  #startCall(make: () => Promise<void>): void {
    const call = make().then(() => void this.#calls.delete(call));
    this.#calls.add(call);
  }
}

const queues = new WeakMap<Platform, SessionQueue>();

/** The session queue of this process, in the `worker` role. @param work on sessions; never rejects */
export function sessionQueue(platform: Platform, work: Work): SessionQueue {
  const queue = queues.get(platform) ?? new SessionQueue(platform, work);
  queues.set(platform, queue);
  return queue;
}

/**
 * Works on a bot session at this time if this process is a worker; otherwise, or if the time is far off, the poll for
 * due sessions picks it up.
 */
export function wakeSession(platform: Platform, sessionId: string, at: Date): void {
  const delayMs = at.getTime() - Date.now();
  if (delayMs > MAX_TIMER_MS) return;
  if (delayMs <= 0) queues.get(platform)?.add(sessionId);
  else setTimeout(() => queues.get(platform)?.add(sessionId), delayMs).unref();
}

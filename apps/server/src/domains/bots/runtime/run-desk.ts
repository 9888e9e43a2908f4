import type { Platform } from '../../../platform/platform.ts';

/**
 * A third of the pool's connections work on sessions, one transaction each; receiving messages uses the rest. With
 * three of twenty connections, bots replied last of all under heavy incoming traffic.
 */
const SHARE_OF_CONNECTIONS = 3;
/** Maximum sessions per transaction. */
const MAX_TOGETHER = 50;
/**
 * While others are worked on, a session waits until the last transaction is this old, so that one transaction serves
 * many. A lone session starts at once.
 */
const BATCH_DELAY_MS = 40;
/** After this long, the next transaction starts beside the running one. */
const SLOW_MS = 50;
/** Sessions due later than this are left to the poll for due sessions. */
const SOON_MS = 5_000;
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
) => Promise<{ rests: PendingCall[]; left: string[] }>;

/** The queue of bot sessions that this process works on. */
class RunDesk {
  readonly #platform: Platform;
  readonly #work: Work;
  readonly #most: number;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** External calls in progress; they don't block other sessions. */
  readonly #asking = new Set<Promise<void>>();
  #lastBeganMs = Number.NEGATIVE_INFINITY;
  #wasCompany = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform, work: Work) {
    this.#platform = platform;
    this.#work = work;
    this.#most = Math.max(1, Math.floor(platform.config.databasePoolSize / SHARE_OF_CONNECTIONS));
  }

  add(sessionId: string): void {
    this.#waiting.add(sessionId);
    this.#go();
  }

  get isFull(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  async idle(): Promise<void> {
    // Waiting sessions start when their gather time is over or another transaction ends.
    while (this.#waiting.size + this.#running.size + this.#asking.size > 0) {
      this.#begin();
      await Promise.all([...this.#running, ...this.#asking]);
    }
  }

  /** Starts what can start now, and schedules the rest. */
  #go(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 && this.#running.size < this.#most) {
      const waitMs = this.#startMs() - performance.now();
      if (waitMs > 0 && this.#waiting.size < MAX_TOGETHER) {
        this.#timer = setTimeout(() => this.#go(), waitMs);
        return;
      }
      this.#begin();
    }
  }

  #startMs(): number {
    if (this.#running.size > 0) return this.#lastBeganMs + SLOW_MS;
    return this.#wasCompany ? this.#lastBeganMs + BATCH_DELAY_MS : 0;
  }

  #begin(): void {
    const ids = [...this.#waiting].slice(0, MAX_TOGETHER);
    if (ids.length === 0) return;
    for (const id of ids) this.#waiting.delete(id);
    this.#lastBeganMs = performance.now();
    this.#wasCompany = ids.length > 1;
    const run = this.#work(this.#platform, ids).then(({ rests, left }) => {
      this.#running.delete(run);
      for (const id of left) this.#waiting.add(id);
      for (const { make } of rests) this.#ask(make);
      this.#go();
    });
    this.#running.add(run);
  }

  #ask(make: () => Promise<void>): void {
    const asking = make().then(() => void this.#asking.delete(asking));
    this.#asking.add(asking);
  }
}

const desks = new WeakMap<Platform, RunDesk>();

/** The session queue of this process, in the `worker` role. @param work on sessions; never rejects */
export function sessionQueue(platform: Platform, work: Work): RunDesk {
  const desk = desks.get(platform) ?? new RunDesk(platform, work);
  desks.set(platform, desk);
  return desk;
}

/**
 * Works on a bot session at this time if this process is a worker; otherwise, or if the time is far off, the poll for
 * due sessions picks it up.
 */
export function wakeSession(platform: Platform, sessionId: string, at: Date): void {
  const inMs = at.getTime() - Date.now();
  if (inMs > SOON_MS) return;
  if (inMs <= 0) desks.get(platform)?.add(sessionId);
  else setTimeout(() => desks.get(platform)?.add(sessionId), inMs).unref();
}

import type { Platform } from '../../../platform/platform.ts';

/**
 * Transactions in which one process works on sessions at once: each holds a connection, and who hears what is written
 * takes the others. With three of twenty bots answered last of all while very much came in.
 */
const SHARE_OF_CONNECTIONS = 3;
/** Sessions in one transaction, at most. */
const MAX_TOGETHER = 50;
/**
 * Who comes while others are worked on waits until the last transaction is so old, so that one does for many. Who comes
 * alone waits for nothing.
 */
const BATCH_DELAY_MS = 40;
/** A transaction that takes so long is no company to wait for: the next one begins beside it. */
const SLOW_MS = 50;
/** What is due later than this is left to whoever looks for due sessions. */
const SOON_MS = 5_000;
const MAX_WAITING = 1_000;

/** A call to another server that a session waits for, and what becomes of its answer. */
export interface PendingCall {
  sessionId: string;
  make(): Promise<void>;
}

/**
 * Works on sessions and never rejects.
 * @returns the calls they came to, and those that are to be worked on next time
 */
export type Work = (
  platform: Platform,
  sessionIds: readonly string[],
) => Promise<{ rests: PendingCall[]; left: string[] }>;

/** The bot sessions that this process is about to work on. */
class RunDesk {
  readonly #platform: Platform;
  readonly #work: Work;
  readonly #most: number;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** Those that wait for another server: they keep nobody from working. */
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
    // What waits begins when its time to gather is over, or when another transaction ends.
    while (this.#waiting.size + this.#running.size + this.#asking.size > 0) {
      this.#begin();
      await Promise.all([...this.#running, ...this.#asking]);
    }
  }

  /** Begins what may begin now, and comes back for the rest. */
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

/** The desk of this process, of role `worker`. @param work on sessions; never rejects */
export function sessionQueue(platform: Platform, work: Work): RunDesk {
  const desk = desks.get(platform) ?? new RunDesk(platform, work);
  desks.set(platform, desk);
  return desk;
}

/**
 * Works on a bot session at this moment, if this process works at all; otherwise, and much later, it is left to the
 * look for due ones.
 */
export function wakeSession(platform: Platform, sessionId: string, at: Date): void {
  const inMs = at.getTime() - Date.now();
  if (inMs > SOON_MS) return;
  if (inMs <= 0) desks.get(platform)?.add(sessionId);
  else setTimeout(() => desks.get(platform)?.add(sessionId), inMs).unref();
}

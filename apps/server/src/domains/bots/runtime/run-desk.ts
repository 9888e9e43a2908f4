import type { Platform } from '../../../platform/platform.ts';

/**
 * Sessions that one process works on at once: each holds a connection, and who hears what is written takes the others. With three of twenty bots answered
 * last of all while very much came in.
 */
const SHARE_OF_CONNECTIONS = 3;
/** What is due later than this is left to whoever looks for due sessions. */
const SOON_MS = 5_000;
const MOST_WAITING = 200;

/** Works on a session and never rejects; what it answers waits for others, and needs no place. */
type Work = (platform: Platform, sessionId: string) => Promise<(() => Promise<void>) | null>;

/** The bot sessions that this process is about to work on. */
class RunDesk {
  readonly #platform: Platform;
  readonly #work: Work;
  readonly #most: number;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** Those that wait for another server: they keep nobody from working. */
  readonly #asking = new Set<Promise<void>>();

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
    return this.#waiting.size >= MOST_WAITING;
  }

  async idle(): Promise<void> {
    while (this.#running.size + this.#asking.size > 0) await Promise.all([...this.#running, ...this.#asking]);
  }

  #ask(rest: () => Promise<void>): void {
    const asking = rest().then(() => void this.#asking.delete(asking));
    this.#asking.add(asking);
  }

  #go(): void {
    for (const id of this.#waiting) {
      if (this.#running.size >= this.#most) return;
      this.#waiting.delete(id);
      const run = this.#work(this.#platform, id).then((rest) => {
        this.#running.delete(run);
        if (rest) this.#ask(rest);
        this.#go();
      });
      this.#running.add(run);
    }
  }
}

const desks = new WeakMap<Platform, RunDesk>();

/** The desk of this process, of role `worker`. @param work on one session; never rejects */
export function openDesk(platform: Platform, work: Work): RunDesk {
  const desk = desks.get(platform) ?? new RunDesk(platform, work);
  desks.set(platform, desk);
  return desk;
}

/** Works on a bot session at this moment, if this process works at all; otherwise, and much later, it is left to the look for due ones. */
export function wakeSession(platform: Platform, sessionId: string, at: Date): void {
  const inMs = at.getTime() - Date.now();
  if (inMs > SOON_MS) return;
  if (inMs <= 0) desks.get(platform)?.add(sessionId);
  else setTimeout(() => desks.get(platform)?.add(sessionId), inMs).unref();
}

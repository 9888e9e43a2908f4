import type { Platform } from '../../../platform/platform.ts';

/** Sessions that one process works on at once: few, as each holds a connection. */
const AT_ONCE = 3;
/** What is due later than this is left to whoever looks for due sessions. */
const SOON_MS = 5_000;
const MOST_WAITING = 200;

type Work = (platform: Platform, sessionId: string) => Promise<void>;

/** The bot sessions that this process is about to work on. */
class RunDesk {
  readonly #platform: Platform;
  readonly #work: Work;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<void>>();

  constructor(platform: Platform, work: Work) {
    this.#platform = platform;
    this.#work = work;
  }

  add(sessionId: string): void {
    this.#waiting.add(sessionId);
    this.#go();
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #go(): void {
    for (const id of this.#waiting) {
      if (this.#running.size >= AT_ONCE) return;
      this.#waiting.delete(id);
      const run = this.#work(this.#platform, id).finally(() => {
        this.#running.delete(run);
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

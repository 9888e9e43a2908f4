import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';

const NAME = 'heard until';
/** Does not have to be exact, because it only determines from where to look again. */
const SAVE_INTERVAL_MS = 5_000;

/**
 * The moment up to which the server has stored everything that WhatsApp Web reported, saved among the engine's
 * credentials. WhatsApp Web reports each message and receipt only once; whatever a killed process had not delivered yet
 * is looked for from this moment on.
 */
export class SyncCheckpoint {
  readonly #context: Pick<DriverContext, 'credentials' | 'log'>;
  /** Times of reports that the server has not stored yet. */
  readonly #open = new Map<symbol, number>();
  #newestMs: number | null = null;
  #saved: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: Pick<DriverContext, 'credentials' | 'log'>) {
    this.#context = context;
  }

  /** Milliseconds since 1970; null if the account was never connected. */
  get ms(): number | null {
    return this.#newestMs === null ? null : Math.min(this.#newestMs, ...this.#open.values());
  }

  async load(): Promise<void> {
    const text = (await this.#context.credentials.read([NAME])).get(NAME);
    if (text === undefined) return;
    this.#saved = text;
    this.#newestMs = Math.max(Number(text), this.#newestMs ?? 0);
  }

  /** The account is connected: everything from now on is received. */
  begin(nowMs: number): void {
    if (this.#newestMs !== null) return;
    this.#newestMs = nowMs;
    void this.save();
  }

  /** Tracks a report until it is stored. @returns a function to call once the server has stored it */
  track(atMs: number): () => void {
    const report = Symbol('report');
    this.#open.set(report, atMs);
    return () => {
      if (!this.#open.delete(report)) return;
      this.#newestMs = Math.max(this.#newestMs ?? 0, atMs);
      this.#timer ??= setTimeout(() => void this.save(), SAVE_INTERVAL_MS);
      // In a browser the timer is a number.
      if (typeof this.#timer === 'object') this.#timer.unref();
    };
  }

  /** Saves the current moment. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.ms === null ? null : String(this.ms);
    if (text === this.#saved) return;
    this.#saved = text;
    await this.#context.credentials.write({ [NAME]: text }).catch((error: unknown) => {
      this.#saved = null;
      this.#context.log.debug('the sync checkpoint could not be saved', { reason: reasonOf(error) });
    });
  }

  /** Resets the checkpoint after the account was unlinked. */
  async reset(): Promise<void> {
    this.#newestMs = null;
    this.#open.clear();
    await this.save();
  }
}

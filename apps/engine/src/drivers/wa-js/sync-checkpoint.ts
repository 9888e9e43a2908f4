import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';

const NAME = 'heard until';
/** It only says from where on to look again: it need not be exact. */
const KEEP_EVERY_MS = 5_000;

/**
 * The moment up to which all that WhatsApp Web told is safe with the server, kept among the engine's credentials.
 * WhatsApp Web itself tells a message and a receipt once: what a process that was killed had not handed over yet is
 * looked for from there.
 */
export class SyncCheckpoint {
  readonly #context: Pick<DriverContext, 'credentials' | 'log'>;
  /** What is told and not taken, with its moment. */
  readonly #open = new Map<symbol, number>();
  #newestMs: number | null = null;
  #kept: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: Pick<DriverContext, 'credentials' | 'log'>) {
    this.#context = context;
  }

  /** Milliseconds since 1970; null: the account was never connected. */
  get ms(): number | null {
    return this.#newestMs === null ? null : Math.min(this.#newestMs, ...this.#open.values());
  }

  async load(): Promise<void> {
    const text = (await this.#context.credentials.read([NAME])).get(NAME);
    if (text === undefined) return;
    this.#kept = text;
    this.#newestMs = Math.max(Number(text), this.#newestMs ?? 0);
  }

  /** The account is connected: what comes from now on is heard. */
  begin(nowMs: number): void {
    if (this.#newestMs !== null) return;
    this.#newestMs = nowMs;
    void this.keep();
  }

  /** Something of this moment is told. @returns what to call when it is safe with the server */
  told(atMs: number): () => void {
    const one = Symbol('told');
    this.#open.set(one, atMs);
    return () => {
      if (!this.#open.delete(one)) return;
      this.#newestMs = Math.max(this.#newestMs ?? 0, atMs);
      this.#timer ??= setTimeout(() => void this.keep(), KEEP_EVERY_MS);
      // In a browser it is a number.
      if (typeof this.#timer === 'object') this.#timer.unref();
    };
  }

  /** Keeps where it stands. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.ms === null ? null : String(this.ms);
    if (text === this.#kept) return;
    this.#kept = text;
    await this.#context.credentials.write({ [NAME]: text }).catch((error: unknown) => {
      this.#kept = null;
      this.#context.log.debug('it was not kept up to when everything was heard', { reason: reasonOf(error) });
    });
  }

  /** The account is unlinked: the next one begins anew. */
  async forget(): Promise<void> {
    this.#newestMs = null;
    this.#open.clear();
    await this.keep();
  }
}

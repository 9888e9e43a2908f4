import type { InboxEntry } from '@switchyard/contracts/engine/protocol';
import { type Log, reasonOf } from '../../log.ts';

export interface InboxReaderOptions {
  pollMs: number;
  read(taken: number[]): Promise<{ entries: InboxEntry[]; more: boolean }>;
  /** Resolves when the entries are processed; otherwise they are handed out again to the next process. */
  work(entries: InboxEntry[]): Promise<void>;
  /** Called at each regular poll. */
  idle(): void;
  log: Log;
}

/** Reads the engine's inbox on the server when poked and at regular intervals, one read at a time. */
export class InboxReader {
  readonly #options: InboxReaderOptions;
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #again = false;
  #stopped = false;

  constructor(options: InboxReaderOptions) {
    this.#options = options;
  }

  start(): void {
    const { pollMs, idle } = this.#options;
    this.#timer = setInterval(() => {
      this.look();
      idle();
    }, pollMs);
    this.look();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  look(): void {
    this.#again = true;
    if (this.#reading || this.#stopped) return;
    this.#reading = true;
    void this.#readAll().finally(() => {
      this.#reading = false;
    });
  }

  async #readAll(): Promise<void> {
    const { read, work, log } = this.#options;
    let taken: number[] = [];
    try {
      while (!this.#stopped && (this.#again || taken.length > 0)) {
        this.#again = false;
        const { entries } = await read(taken);
        if (this.#stopped) return;
        if (entries.length > 0) await work(entries);
        taken = entries.map((entry) => entry._id);
      }
    } catch (error) {
      // Entries that were not acknowledged are returned again by the next read.
      log.debug('the inbox could not be read', { reason: reasonOf(error) });
    }
  }
}

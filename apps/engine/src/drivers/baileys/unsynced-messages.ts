import type { CredentialStore, DriverContext, IncomingMessage } from '../driver.ts';
import type { IncomingUpdate } from './incoming-update.ts';

/** Baileys' data type under which the messages are stored. */
const TYPE = 'incoming';
const FIRST = `${TYPE} first`;
const NEXT = `${TYPE} next`;
const LAST = `${TYPE} last`;
/** Maximum names in one request to the server, which accepts 2,000. */
export const MAX_AT_ONCE = 1_000;
/** Maximum ids of reported messages to remember, so that a redelivered one is not reported twice. */
const MAX_REPORTED_IDS = 1_000;

/**
 * A message being added: store the values (ids of the type {@link UnsyncedMessages.type}) together with the keys that
 * decrypted it, then report or withdraw it.
 */
export interface AddedMessage {
  values: Record<string, unknown>;
  report: () => void;
  withdraw: () => void;
}

/** Whether an update of this account should be reported. */
export type UpdateFilter = (update: IncomingUpdate, account: string) => boolean;

/** Time up to which an account's messages have been reported. */
interface LastReported {
  account: string;
  atMs: number;
}

/**
 * Messages that WhatsApp considers delivered, until the server has stored them: saved beside the credentials, and
 * reported again by the next process. They are numbered from `first` to before `next`; only `add` writes `next`, and
 * only removals write `first`.
 */
export class UnsyncedMessages {
  static readonly type = TYPE;
  readonly #store: CredentialStore;
  readonly #emit: DriverContext['emit'];
  readonly #waiting = new Map<number, IncomingUpdate>();
  readonly #reportedIds = new Set<string>();
  readonly #removed: number[] = [];
  #removing = false;
  #next: number;
  #last: LastReported | null;

  private constructor(deps: Pick<DriverContext, 'emit' | 'credentials'>, next: number, last: LastReported | null) {
    this.#store = deps.credentials;
    this.#emit = deps.emit;
    this.#next = next;
    this.#last = last;
  }

  /** Loads and reports the messages of an earlier process. */
  static async open(deps: Pick<DriverContext, 'emit' | 'credentials'>): Promise<UnsyncedMessages> {
    const stored = await deps.credentials.read([FIRST, NEXT, LAST]);
    const last = JSON.parse(stored.get(LAST) ?? 'null') as LastReported | null;
    const first = Number(stored.get(FIRST) ?? 0);
    const unsynced = new UnsyncedMessages(deps, Number(stored.get(NEXT) ?? 0), last);
    const numbers = Array.from({ length: Math.max(0, unsynced.#next - first) }, (_, index) => first + index);
    for (let start = 0; start < numbers.length; start += MAX_AT_ONCE) {
      const batch = numbers.slice(start, start + MAX_AT_ONCE);
      const values = await deps.credentials.read(batch.map(nameOf));
      for (const number of batch) {
        const text = values.get(nameOf(number));
        if (text !== undefined) unsynced.#waiting.set(number, parseStored(text));
      }
    }
    for (const [number, update] of unsynced.#waiting) unsynced.#report(number, update);
    return unsynced;
  }

  /** Whether the update was already reported or is about to be. */
  has(update: IncomingUpdate): boolean {
    return this.#reportedIds.has(idOf(update));
  }

  /**
   * A filter for updates that are no older than the last reported one of the same account, and therefore new.
   * WhatsApp's times are whole seconds, so one of the same second may have been reported: check `has`.
   */
  updateFilter(): UpdateFilter {
    const last = this.#last;
    return (update, account) => last?.account === account && atMsOf(update) >= last.atMs;
  }

  /** Adds an update. The returned values must be stored before it is reported. */
  add(update: IncomingUpdate, account: string): AddedMessage {
    const number = this.#next++;
    this.#waiting.set(number, update);
    this.#last = { account, atMs: Math.max(atMsOf(update), this.#last?.account === account ? this.#last.atMs : 0) };
    return {
      values: { [number]: update, next: this.#next, last: this.#last },
      report: () => this.#report(number, update),
      withdraw: () => this.#waiting.delete(number),
    };
  }

  /** Stores and reports an update on its own. */
  async addAndStore(update: IncomingUpdate, account: string): Promise<void> {
    const { values, report } = this.add(update, account);
    const named = Object.entries(values).map(([id, value]) => [`${TYPE} ${id}`, JSON.stringify(value)]);
    await this.#store.write(Object.fromEntries(named));
    report();
  }

  /** All stored values, to preserve when the credentials are deleted. */
  values(): Record<string, string> {
    const [first = this.#next] = this.#waiting.keys();
    return {
      [FIRST]: String(first),
      [NEXT]: String(this.#next),
      [LAST]: JSON.stringify(this.#last),
      ...Object.fromEntries([...this.#waiting].map(([number, update]) => [nameOf(number), JSON.stringify(update)])),
    };
  }

  #report(number: number, update: IncomingUpdate): void {
    this.#reportedIds.add(idOf(update));
    const [oldest] = this.#reportedIds;
    if (this.#reportedIds.size > MAX_REPORTED_IDS && oldest !== undefined) this.#reportedIds.delete(oldest);
    const taken = () => this.#taken(number);
    if ('message' in update) this.#emit({ kind: 'messages', messages: [update.message], taken });
    else this.#emit({ kind: 'changes', changes: [update.change], taken });
  }

  #taken(number: number): void {
    if (!this.#waiting.delete(number)) return;
    this.#removed.push(number);
    void this.#remove();
  }

  /** Removes everything stored by the server meanwhile, in one write at a time. */
  async #remove(): Promise<void> {
    if (this.#removing) return;
    this.#removing = true;
    try {
      while (this.#removed.length > 0) {
        const names = this.#removed.splice(0, MAX_AT_ONCE).map(nameOf);
        const [first = this.#next] = this.#waiting.keys();
        await this.#store.write({ ...Object.fromEntries(names.map((name) => [name, null])), [FIRST]: String(first) });
      }
    } catch {
      // The lease is lost: the next process reports them again, and the server recognises them.
    } finally {
      this.#removing = false;
    }
  }
}

const nameOf = (number: number): string => `${TYPE} ${number}`;
function idOf(update: IncomingUpdate): string {
  if ('change' in update) return JSON.stringify(update.change);
  const { chat, from, waMessageId } = update.message;
  return `${chat} ${from} ${waMessageId}`;
}

/** Time of the message or change. */
export const atMsOf = (update: IncomingUpdate): number => ('message' in update ? update.message : update.change).atMs;

/** An earlier version stored only messages, without the wrapper. */
function parseStored(text: string): IncomingUpdate {
  const stored = JSON.parse(text) as IncomingUpdate | IncomingMessage;
  return 'chat' in stored ? { message: stored } : stored;
}

import type { CredentialStore, DriverContext, IncomingMessage } from '../driver.ts';
import type { IncomingUpdate } from './incoming-update.ts';

/** The type of data, as Baileys has it, that kept messages are stored under. */
const TYPE = 'incoming';
const FIRST = `${TYPE} first`;
const NEXT = `${TYPE} next`;
const LAST = `${TYPE} last`;
/** Names in one request to the server, which takes 2,000. */
export const MAX_AT_ONCE = 1_000;
/** Ids of messages that were told, to tell none twice that comes again. */
const MAX_REMEMBERED = 1_000;

/**
 * A message on its way: store the values (ids of the type {@link UnsyncedMessages.type}) with whatever made it
 * readable, then tell it, or withdraw it.
 */
export interface AddedMessage {
  values: Record<string, unknown>;
  tell: () => void;
  withdraw: () => void;
}

/** Whether a message of this account is worth telling. */
export type NewsFilter = (news: IncomingUpdate, account: string) => boolean;

/** Until when an account's messages have been told. */
interface Last {
  account: string;
  atMs: number;
}

/**
 * Messages that WhatsApp has been told we have, until the server has them: kept beside the credentials, and told again
 * by the next process. They lie there by number, from `first` to before `next`; only `add` writes `next`, only removals
 * write `first`.
 */
export class UnsyncedMessages {
  static readonly type = TYPE;
  readonly #store: CredentialStore;
  readonly #emit: DriverContext['emit'];
  readonly #waiting = new Map<number, IncomingUpdate>();
  readonly #remembered = new Set<string>();
  readonly #removed: number[] = [];
  #removing = false;
  #next: number;
  #last: Last | null;

  private constructor(parts: Pick<DriverContext, 'emit' | 'credentials'>, next: number, last: Last | null) {
    this.#store = parts.credentials;
    this.#emit = parts.emit;
    this.#next = next;
    this.#last = last;
  }

  /** Reads what an earlier process left, and tells it. */
  static async open(parts: Pick<DriverContext, 'emit' | 'credentials'>): Promise<UnsyncedMessages> {
    const known = await parts.credentials.read([FIRST, NEXT, LAST]);
    const last = JSON.parse(known.get(LAST) ?? 'null') as Last | null;
    const first = Number(known.get(FIRST) ?? 0);
    const kept = new UnsyncedMessages(parts, Number(known.get(NEXT) ?? 0), last);
    const numbers = Array.from({ length: Math.max(0, kept.#next - first) }, (_, at) => first + at);
    for (let at = 0; at < numbers.length; at += MAX_AT_ONCE) {
      const some = numbers.slice(at, at + MAX_AT_ONCE);
      const values = await parts.credentials.read(some.map(nameOf));
      for (const number of some) {
        const text = values.get(nameOf(number));
        if (text !== undefined) kept.#waiting.set(number, readKept(text));
      }
    }
    for (const [number, news] of kept.#waiting) kept.#tell(number, news);
    return kept;
  }

  /** True for a message that was told already, or is about to be. */
  has(news: IncomingUpdate): boolean {
    return this.#remembered.has(idOf(news));
  }

  /**
   * Tells what is no older than all that has been told up to now: of the same account, since somebody must have been
   * told of it before. WhatsApp's times are whole seconds, so one of the same second may have been told: see `has`.
   */
  newsFilter(): NewsFilter {
    const last = this.#last;
    return (news, account) => last?.account === account && atMsOf(news) >= last.atMs;
  }

  /** Something has come. What it returns must be stored, and is then told. */
  add(news: IncomingUpdate, account: string): AddedMessage {
    const number = this.#next++;
    this.#waiting.set(number, news);
    this.#last = { account, atMs: Math.max(atMsOf(news), this.#last?.account === account ? this.#last.atMs : 0) };
    return {
      values: { [number]: news, next: this.#next, last: this.#last },
      tell: () => this.#tell(number, news),
      withdraw: () => this.#waiting.delete(number),
    };
  }

  /** Keeps and tells what nothing else is stored with. */
  async addAlone(news: IncomingUpdate, account: string): Promise<void> {
    const { values, tell } = this.add(news, account);
    const named = Object.entries(values).map(([id, value]) => [`${TYPE} ${id}`, JSON.stringify(value)]);
    await this.#store.write(Object.fromEntries(named));
    tell();
  }

  /** Everything that is kept, as the store has it: to be kept when the rest is forgotten. */
  values(): Record<string, string> {
    const [first = this.#next] = this.#waiting.keys();
    return {
      [FIRST]: String(first),
      [NEXT]: String(this.#next),
      [LAST]: JSON.stringify(this.#last),
      ...Object.fromEntries([...this.#waiting].map(([number, news]) => [nameOf(number), JSON.stringify(news)])),
    };
  }

  #tell(number: number, news: IncomingUpdate): void {
    this.#remembered.add(idOf(news));
    const [oldest] = this.#remembered;
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    const taken = () => this.#taken(number);
    if ('message' in news) this.#emit({ kind: 'messages', messages: [news.message], taken });
    else this.#emit({ kind: 'changes', changes: [news.change], taken });
  }

  #taken(number: number): void {
    if (!this.#waiting.delete(number)) return;
    this.#removed.push(number);
    void this.#remove();
  }

  /** One write at a time removes all that was taken meanwhile. */
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
      // The lease is lost: the next process tells them again, and the server knows them.
    } finally {
      this.#removing = false;
    }
  }
}

const nameOf = (number: number): string => `${TYPE} ${number}`;
function idOf(news: IncomingUpdate): string {
  if ('change' in news) return JSON.stringify(news.change);
  const { chat, from, waMessageId } = news.message;
  return `${chat} ${from} ${waMessageId}`;
}

/** When it was written or changed. */
export const atMsOf = (news: IncomingUpdate): number => ('message' in news ? news.message : news.change).atMs;

/** An earlier version kept messages alone, as they are. */
function readKept(text: string): IncomingUpdate {
  const kept = JSON.parse(text) as IncomingUpdate | IncomingMessage;
  return 'chat' in kept ? { message: kept } : kept;
}

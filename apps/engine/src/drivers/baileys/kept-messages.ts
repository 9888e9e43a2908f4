import type { CredentialStore, DriverContext, IncomingMessage } from '../driver.ts';

/** The type of data, as Baileys has it, that kept messages are stored under. */
const TYPE = 'incoming';
const FIRST = `${TYPE} first`;
const NEXT = `${TYPE} next`;
const LAST = `${TYPE} last`;
/** Names in one request to the server, which takes 2,000. */
export const MOST_AT_ONCE = 1_000;
/** Ids of messages that were told, to tell none twice that comes again. */
const MAX_REMEMBERED = 1_000;

/** A message on its way: store the values (ids of the type {@link KeptMessages.type}) with whatever made it readable, then tell it, or withdraw it. */
export interface AddedMessage {
  values: Record<string, unknown>;
  tell: () => void;
  withdraw: () => void;
}

/** Whether a message of this account is worth telling. */
export type NewsFilter = (message: IncomingMessage, account: string) => boolean;

/** Until when an account's messages have been told. */
interface Last {
  account: string;
  atMs: number;
}

/**
 * Messages that WhatsApp has been told we have, until the server has them: kept beside the credentials, and told again by the next process. They lie there by
 * number, from `first` to before `next`; only `add` writes `next`, only removals write `first`.
 */
export class KeptMessages {
  static readonly type = TYPE;
  readonly #store: CredentialStore;
  readonly #emit: DriverContext['emit'];
  readonly #waiting = new Map<number, IncomingMessage>();
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
  static async open(parts: Pick<DriverContext, 'emit' | 'credentials'>): Promise<KeptMessages> {
    const known = await parts.credentials.read([FIRST, NEXT, LAST]);
    const last = JSON.parse(known.get(LAST) ?? 'null') as Last | null;
    const first = Number(known.get(FIRST) ?? 0);
    const kept = new KeptMessages(parts, Number(known.get(NEXT) ?? 0), last);
    const numbers = Array.from({ length: Math.max(0, kept.#next - first) }, (_, at) => first + at);
    for (let at = 0; at < numbers.length; at += MOST_AT_ONCE) {
      const some = numbers.slice(at, at + MOST_AT_ONCE);
      const values = await parts.credentials.read(some.map(nameOf));
      for (const number of some) {
        const text = values.get(nameOf(number));
        if (text !== undefined) kept.#waiting.set(number, JSON.parse(text) as IncomingMessage);
      }
    }
    for (const [number, message] of kept.#waiting) kept.#tell(number, message);
    return kept;
  }

  /** True for a message that was told already, or is about to be. */
  has(message: IncomingMessage): boolean {
    return this.#remembered.has(idOf(message));
  }

  /**
   * Tells what is no older than all that has been told up to now: of the same account, since somebody must have been told of it before. WhatsApp's times are whole
   * seconds, so one of the same second may have been told: see `has`.
   */
  newsFilter(): NewsFilter {
    const last = this.#last;
    return ({ atMs }, account) => last?.account === account && atMs >= last.atMs;
  }

  /** A message has come. What it returns must be stored, and is then told. */
  add(message: IncomingMessage, account: string): AddedMessage {
    const number = this.#next++;
    this.#waiting.set(number, message);
    this.#last = { account, atMs: Math.max(message.atMs, this.#last?.account === account ? this.#last.atMs : 0) };
    return {
      values: { [number]: message, next: this.#next, last: this.#last },
      tell: () => this.#tell(number, message),
      withdraw: () => this.#waiting.delete(number),
    };
  }

  /** Keeps and tells a message that nothing else is stored with. */
  async addAlone(message: IncomingMessage, account: string): Promise<void> {
    const { values, tell } = this.add(message, account);
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
      ...Object.fromEntries([...this.#waiting].map(([number, message]) => [nameOf(number), JSON.stringify(message)])),
    };
  }

  #tell(number: number, message: IncomingMessage): void {
    this.#remembered.add(idOf(message));
    const [oldest] = this.#remembered;
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#emit({ kind: 'messages', messages: [message], taken: () => this.#taken(number) });
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
        const names = this.#removed.splice(0, MOST_AT_ONCE).map(nameOf);
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
const idOf = ({ chat, from, waMessageId }: IncomingMessage): string => `${chat} ${from} ${waMessageId}`;

import { MAX_RECEIVED } from '@switchyard/contracts/engine-constants';
import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/message-limits';
import type { EngineClock } from '../clock.ts';
import { type EngineServer, ServerAway, ServerRefusal } from '../connection/server-client.ts';
import type { IncomingMessage } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { Teller } from './teller.ts';

interface Entry {
  message: IncomingMessage;
  /** What to call once this and everything before it is stored. */
  taken: (() => void)[];
}

const GATHER_MS = 50;
/** What the protocol takes; whatever is longer is cut, since a message that is refused would be lost whole. */
const MAX_ID = 256;
const MAX_NAME = 128;
/** Waiting characters at which the desk is full: 32 MB at most, where a pod has 512 MB. Ordinary texts: some 25,000 messages. */
const MAX_WAITING = 16 * 1024 * 1024;
/** What a message costs beside its text, in characters. */
const COST = 500;
/** The server says that a batch is wrong or too large, in words that also hold for it an hour later. */
const FINAL = [413, 422];

export interface MessageDeskOptions {
  server: EngineServer;
  generation: number;
  /** @returns true when the error ends the lease. */
  heed(error: unknown): boolean;
  log: Log;
  clock?: EngineClock | undefined;
  /** More waits than is good for the process' memory: the connection must end, so that WhatsApp keeps what comes. */
  full(): void;
}

/**
 * Passes messages that came in on to the server, in order, until they are stored; only then the driver is told that they are taken. While the server
 * is away they are kept up to a limit; what then follows is `full`'s: whoever was not told "taken" tells them again to a later connection.
 */
export class MessageDesk {
  readonly #teller: Teller<Entry[]>;
  /** Oldest first; leaves when it is stored. */
  readonly #waiting: Entry[] = [];
  #waitingCharacters = 0;
  readonly #full: () => void;
  /** Halved when the server will not have a batch, so that one bad message is found and the others are stored. */
  #most = MAX_RECEIVED;

  constructor({ server, generation, heed, log, clock, full }: MessageDeskOptions) {
    this.#full = full;
    this.#teller = new Teller<Entry[]>({
      clock,
      gatherMs: GATHER_MS,
      retryMs: [200, 10_000],
      isEmpty: () => this.#waiting.length === 0,
      take: () => this.#waiting.slice(0, this.#most),
      tell: async (batch) => {
        await server
          .received({ generation, messages: batch.map((one) => one.message) })
          .catch((error: unknown) => Promise.reject(isUntimely(error) ? new ServerAway(reasonOf(error)) : error));
        this.#most = Math.min(MAX_RECEIVED, this.#most * 2);
        this.#leave(batch);
      },
      giveBack: () => undefined,
      refused: (batch, error) => {
        this.#most = Math.ceil(batch.length / 2);
        if (batch.length > 1) return;
        log.error('the server will not have a message that came in', {
          reason: reasonOf(error),
          waMessageId: batch[0]?.message.waMessageId,
        });
        this.#leave(batch);
      },
      away: (error) => log.warn('messages that came in wait for the server', { reason: reasonOf(error) }),
      heed,
    });
  }

  /** `taken` is called once the server has these and all before them. */
  add(messages: IncomingMessage[], taken: () => void): void {
    for (const message of messages) {
      const entry = { message: cut(message), taken: [] };
      this.#waiting.push(entry);
      this.#waitingCharacters += costOf(entry);
    }
    const last = this.#waiting.at(-1);
    if (last) {
      last.taken.push(taken);
      this.#teller.arm();
    } else taken();
    if (this.#waitingCharacters > MAX_WAITING) this.#full();
  }

  /** Resolves when everything so far is stored, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#teller.flush(timeoutMs);
  }

  end(): void {
    this.#teller.end();
  }

  #leave(batch: Entry[]): void {
    for (const entry of this.#waiting.splice(0, batch.length)) {
      this.#waitingCharacters -= costOf(entry);
      for (const done of entry.taken) done();
    }
  }
}

const costOf = ({ message }: Entry): number => message.text.length + COST;

/** A refusal that is not about the messages: a server of an earlier version has no such call. */
const isUntimely = (error: unknown): boolean =>
  error instanceof ServerRefusal &&
  !FINAL.includes(error.status) &&
  error.status !== 401 &&
  error.code !== 'LEASE_LOST';

function cut(message: IncomingMessage): IncomingMessage {
  const { media, quotedId } = message;
  return {
    ...message,
    waMessageId: message.waMessageId.slice(0, MAX_ID),
    chat: message.chat.slice(0, MAX_NAME),
    from: message.from.slice(0, MAX_NAME),
    text: message.text.slice(0, MAX_MESSAGE_LENGTH),
    ...(media && {
      media: { mimeType: media.mimeType.slice(0, MAX_NAME), fileName: media.fileName?.slice(0, MAX_ID) ?? null },
    }),
    ...(quotedId !== undefined && { quotedId: quotedId.slice(0, MAX_ID) }),
  };
}

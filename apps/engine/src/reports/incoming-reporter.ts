import { MAX_RECEIVED } from '@switchyard/contracts/engine/constants';
import type { ChatUpdate, MessageChange } from '@switchyard/contracts/engine/protocol';
import type { EngineClock } from '../clock.ts';
import { ServerRefusal, ServerUnavailable } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { IncomingMessage } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { BatchSender } from './batch-sender.ts';
import { cutChange, cutChat, cutMessage } from './protocol-limits.ts';

type News = { message: IncomingMessage } | { change: MessageChange } | { chat: ChatUpdate };

interface Entry {
  news: News;
  /** What to call once this and everything before it is stored. */
  taken: (() => void)[];
}

const BATCH_DELAY_MS = 50;
/**
 * Waiting characters at which the desk is full: 32 MB at most, where a pod has 512 MB. Ordinary texts: some 25,000
 * messages.
 */
const MAX_WAITING = 16 * 1024 * 1024;
/** What an entry costs beside its texts, in characters. */
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
 * Passes messages that came in, what became of messages and of chats on to the server, in order, until they are stored;
 * only then the driver is told that they are taken. While the server is away they are kept up to a limit; what then
 * follows is `full`'s: whoever was not told "taken" tells them again to a later connection.
 */
export class IncomingReporter {
  readonly #teller: BatchSender<Entry[]>;
  /** Oldest first; leaves when it is stored. */
  readonly #waiting: Entry[] = [];
  #waitingCharacters = 0;
  readonly #full: () => void;
  /** Halved when the server will not have a batch, so that one bad message is found and the others are stored. */
  #most = MAX_RECEIVED;

  constructor({ server, generation, heed, log, clock, full }: MessageDeskOptions) {
    this.#full = full;
    this.#teller = new BatchSender<Entry[]>({
      clock,
      gatherMs: BATCH_DELAY_MS,
      aloneAtOnce: true,
      retryMs: [200, 10_000],
      isEmpty: () => this.#waiting.length === 0,
      take: () => this.#waiting.slice(0, this.#most),
      tell: async (batch) => {
        await server
          .received({ generation, ...listed(batch) })
          .catch((error: unknown) =>
            Promise.reject(isUntimely(error) ? new ServerUnavailable(reasonOf(error)) : error),
          );
        this.#most = Math.min(MAX_RECEIVED, this.#most * 2);
        this.#leave(batch);
      },
      giveBack: () => undefined,
      refused: (batch, error) => {
        this.#most = Math.ceil(batch.length / 2);
        const [entry] = batch;
        if (batch.length > 1 || !entry || this.#simplify(entry)) return;
        const level = 'message' in entry.news ? 'error' : 'warn';
        log[level]('the server will not have something that came in', {
          reason: reasonOf(error),
          ...nameOf(entry.news),
        });
        this.#leave(batch);
      },
      away: (error) => log.warn('messages that came in wait for the server', { reason: reasonOf(error) }),
      heed,
    });
  }

  /** `taken` is called once the server has these and all before them. */
  add(messages: IncomingMessage[], taken: () => void): void {
    this.#add(
      messages.map((message) => ({ message: cutMessage(message) })),
      taken,
    );
  }

  /** The same for what became of messages. */
  addChanges(changes: MessageChange[], taken: () => void): void {
    this.#add(
      changes.map((change) => ({ change: cutChange(change) })),
      taken,
    );
  }

  addChats(chats: ChatUpdate[]): void {
    this.#add(
      chats.map((chat) => ({ chat: cutChat(chat) })),
      () => undefined,
    );
  }

  #add(news: News[], taken: () => void): void {
    for (const one of news) {
      const entry = { news: one, taken: [] };
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

  /** A server of the first version knows no votes: one is told as it was then. @returns false when that is no mend */
  #simplify(entry: Entry): boolean {
    if (!('message' in entry.news) || entry.news.message.kind !== 'vote') return false;
    this.#waitingCharacters -= costOf(entry);
    const { choices: _, ...message } = entry.news.message;
    entry.news = { message: { ...message, kind: 'other' } };
    this.#waitingCharacters += costOf(entry);
    return true;
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

/** In the order of the protocol; within each list, in the order that they came. */
function listed(batch: Entry[]) {
  return {
    messages: batch.flatMap(({ news }) => ('message' in news ? news.message : [])),
    changes: batch.flatMap(({ news }) => ('change' in news ? news.change : [])),
    chats: batch.flatMap(({ news }) => ('chat' in news ? news.chat : [])),
  };
}

function costOf({ news }: Entry): number {
  if ('chat' in news) return COST + (news.chat.subject?.length ?? 0);
  if ('change' in news) return COST + (news.change.change.kind === 'edited' ? news.change.change.text.length : 0);
  const { text, quotedText, media } = news.message;
  return COST + text.length + (quotedText?.length ?? 0) + (media?.source?.length ?? 0);
}

function nameOf(news: News): Record<string, string> {
  if ('chat' in news) return { chat: news.chat.chat };
  return { waMessageId: ('message' in news ? news.message : news.change).waMessageId };
}

/** A refusal that is not about the messages: a server of an earlier version has no such call. */
const isUntimely = (error: unknown): boolean =>
  error instanceof ServerRefusal &&
  !FINAL.includes(error.status) &&
  error.status !== 401 &&
  error.code !== 'LEASE_LOST';

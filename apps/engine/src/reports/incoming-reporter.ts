import { MAX_RECEIVED } from '@switchyard/contracts/engine/constants';
import type { ChatUpdate, MessageChange } from '@switchyard/contracts/engine/protocol';
import type { EngineClock } from '../clock.ts';
import { ServerRefusal, ServerUnavailable } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { IncomingMessage } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { BatchSender } from './batch-sender.ts';
import { cutChange, cutChat, cutMessage } from './protocol-limits.ts';

type Update = { message: IncomingMessage } | { change: MessageChange } | { chat: ChatUpdate };

interface Entry {
  update: Update;
  /** Callbacks for when this and everything before it is stored. */
  taken: (() => void)[];
}

const BATCH_DELAY_MS = 50;
/** Maximum waiting characters: at most 32 MB, of a pod's 512 MB. Enough for about 25,000 ordinary messages. */
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;
/** Cost of an entry in addition to its texts, in characters. */
const ENTRY_COST = 500;
/** Statuses for a batch that is invalid or too large, which a retry cannot change. */
const FINAL_STATUSES = [413, 422];

export interface IncomingReporterOptions {
  server: EngineServer;
  generation: number;
  /** @returns true if the error ends the lease */
  handleError(error: unknown): boolean;
  log: Log;
  clock?: EngineClock | undefined;
  /**
   * Called when more is waiting than the process can hold: the connection must end, so that WhatsApp keeps what
   * arrives.
   */
  full(): void;
}

/**
 * Reports incoming messages, changes of messages and updates of chats to the server, in order, until they are stored;
 * only then `taken` is called. While the server is unavailable they are stored up to a limit. Beyond it, `full` ends
 * the connection, and a later connection reports everything again that was not acknowledged.
 */
export class IncomingReporter {
  readonly #sender: BatchSender<Entry[]>;
  /** Oldest first; removed when stored. */
  readonly #waiting: Entry[] = [];
  #waitingCharacters = 0;
  readonly #full: () => void;
  /** Halved when the server refuses a batch, so that a single bad message is found and the others are stored. */
  #maxBatch = MAX_RECEIVED;

  constructor({ server, generation, handleError, log, clock, full }: IncomingReporterOptions) {
    this.#full = full;
    this.#sender = new BatchSender<Entry[]>({
      clock,
      batchDelayMs: BATCH_DELAY_MS,
      isImmediateWhenQuiet: true,
      retryMs: [200, 10_000],
      isEmpty: () => this.#waiting.length === 0,
      take: () => this.#waiting.slice(0, this.#maxBatch),
      send: async (batch) => {
        await server
          .received({ generation, ...toLists(batch) })
          .catch((error: unknown) =>
            Promise.reject(isUnrelated(error) ? new ServerUnavailable(reasonOf(error)) : error),
          );
        this.#maxBatch = Math.min(MAX_RECEIVED, this.#maxBatch * 2);
        this.#remove(batch);
      },
      giveBack: () => undefined,
      refused: (batch, error) => {
        this.#maxBatch = Math.ceil(batch.length / 2);
        const [entry] = batch;
        if (batch.length > 1 || !entry || this.#simplify(entry)) return;
        const level = 'message' in entry.update ? 'error' : 'warn';
        log[level]('the server will not have something that came in', {
          reason: reasonOf(error),
          ...nameOf(entry.update),
        });
        this.#remove(batch);
      },
      away: (error) => log.warn('incoming messages are waiting for the server', { reason: reasonOf(error) }),
      handleError,
    });
  }

  /** `taken` is called once the server has stored these and everything before them. */
  add(messages: IncomingMessage[], taken: () => void): void {
    this.#add(
      messages.map((message) => ({ message: cutMessage(message) })),
      taken,
    );
  }

  /** Like `add`, for changes of messages. */
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

  #add(updates: Update[], taken: () => void): void {
    for (const update of updates) {
      const entry = { update, taken: [] };
      this.#waiting.push(entry);
      this.#waitingCharacters += costOf(entry);
    }
    const last = this.#waiting.at(-1);
    if (last) {
      last.taken.push(taken);
      this.#sender.arm();
    } else taken();
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS) this.#full();
  }

  /**
   * The first version of the server did not know votes: converts a vote to what was sent then. @returns false if that
   * does not apply
   */
  #simplify(entry: Entry): boolean {
    if (!('message' in entry.update) || entry.update.message.kind !== 'vote') return false;
    this.#waitingCharacters -= costOf(entry);
    const { choices: _, ...message } = entry.update.message;
    entry.update = { message: { ...message, kind: 'other' } };
    this.#waitingCharacters += costOf(entry);
    return true;
  }

  /** Resolves when everything so far is stored, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#sender.flush(timeoutMs);
  }

  end(): void {
    this.#sender.end();
  }

  #remove(batch: Entry[]): void {
    for (const entry of this.#waiting.splice(0, batch.length)) {
      this.#waitingCharacters -= costOf(entry);
      for (const done of entry.taken) done();
    }
  }
}

/** Sorts a batch into the lists of the protocol, each in order of arrival. */
function toLists(batch: Entry[]) {
  return {
    messages: batch.flatMap(({ update }) => ('message' in update ? update.message : [])),
    changes: batch.flatMap(({ update }) => ('change' in update ? update.change : [])),
    chats: batch.flatMap(({ update }) => ('chat' in update ? update.chat : [])),
  };
}

function costOf({ update }: Entry): number {
  if ('chat' in update) return ENTRY_COST + (update.chat.subject?.length ?? 0);
  if ('change' in update) {
    const { change } = update.change;
    return ENTRY_COST + (change.kind === 'edited' ? change.text.length : 0);
  }
  const { text, quotedText, media } = update.message;
  return ENTRY_COST + text.length + (quotedText?.length ?? 0) + (media?.source?.length ?? 0);
}

function nameOf(update: Update): Record<string, string> {
  if ('chat' in update) return { chat: update.chat.chat };
  return { waMessageId: ('message' in update ? update.message : update.change).waMessageId };
}

/** A refusal unrelated to the messages: an earlier version of the server has no such call. */
const isUnrelated = (error: unknown): boolean =>
  error instanceof ServerRefusal &&
  !FINAL_STATUSES.includes(error.status) &&
  error.status !== 401 &&
  error.code !== 'LEASE_LOST';

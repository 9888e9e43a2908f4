import type { MessageStore, MessageTotals } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import type { Body, MediaBody, PollBody } from './body.ts';
import type { StoredMessage } from './model.ts';

/** A message that reached its recipient, once, however often its id was sent. Times are ISO 8601; null if not yet. */
export interface Delivery {
  id: string;
  from: string;
  to: string;
  text: string;
  kind: string;
  /** Null if there is no file. */
  media: Pick<MediaBody, 'media' | 'mimeType' | 'fileName' | 'bytes' | 'sha256'> | null;
  /** Null if there is no poll. */
  poll: Pick<PollBody, 'options' | 'selectable'> | null;
  /** The message that it answers, reacts to or votes in; null if none. */
  quotedId: string | null;
  mentions: string[];
  acceptedAt: string;
  deliveredAt: string | null;
  readAt: string | null;
  /** How often this id was sent; repeats were absorbed and reached nobody. */
  attempts: number;
}

export interface DeliveriesPage {
  data: Delivery[];
  total: number;
  /** Total sends, including repeats. */
  attempts: number;
  /** Repeats of an id, which reached nobody. */
  absorbed: number;
  /** Messages that their recipient got twice: same sender and text, another id. */
  duplicates: number;
}

/** The network's record of what arrived. */
export class Deliveries {
  readonly #messages: MessageStore;
  readonly #clock: Clock;

  constructor(messages: MessageStore, clock: Clock) {
    this.#messages = messages;
    this.#clock = clock;
  }

  /**
   * What arrived at `to` (null: anywhere), oldest first, with totals over all pages.
   * @param parties only messages that one of these addresses sent or got; null for all
   */
  page(to: string | null, limit: number, skip: number, parties: readonly string[] | null = null): DeliveriesPage {
    const { messages, attempts, absorbed } = this.#messages.totals(to, parties);
    const duplicates = this.#messages.copies(to, parties);
    const data = this.#messages.page(to, limit, skip, parties).map((message) => present(message, this.#clock.nowMs()));
    return { data, total: messages, attempts, absorbed, duplicates };
  }

  totals(to: string | null = null): MessageTotals {
    return this.#messages.totals(to);
  }
}

function present(message: StoredMessage, nowMs: number): Delivery {
  const past = (atMs: number | null) => (atMs !== null && atMs <= nowMs ? new Date(atMs).toISOString() : null);
  return {
    id: message.id,
    from: message.from,
    to: message.chat,
    text: message.body.text,
    kind: message.body.kind,
    media: mediaOf(message.body),
    poll: message.body.kind === 'poll' ? { options: message.body.options, selectable: message.body.selectable } : null,
    quotedId: message.body.quotedId ?? null,
    mentions: message.body.mentions ?? [],
    acceptedAt: new Date(message.acceptedAtMs).toISOString(),
    deliveredAt: past(message.deliveredAtMs),
    readAt: past(message.readAtMs),
    attempts: message.attempts,
  };
}

function mediaOf(body: Body): Delivery['media'] {
  if (body.kind !== 'media') return null;
  const { media, mimeType, fileName, bytes, sha256 } = body;
  return { media, mimeType, fileName, bytes, sha256 };
}

import type { MessageStore, MessageTotals } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import type { Body, MediaBody, PollBody } from './body.ts';
import type { StoredMessage } from './model.ts';

/** One message as it reached its recipient, once, however often its id was sent. Times are ISO 8601; null: not yet. */
export interface Delivery {
  id: string;
  from: string;
  to: string;
  text: string;
  kind: string;
  /** Null: no file. */
  media: Pick<MediaBody, 'media' | 'mimeType' | 'fileName' | 'bytes' | 'sha256'> | null;
  /** Null: no poll. */
  poll: Pick<PollBody, 'options' | 'selectable'> | null;
  /** The message that it answers, reacts to or votes in; null: none. */
  quotedId: string | null;
  mentions: string[];
  acceptedAt: string;
  deliveredAt: string | null;
  readAt: string | null;
  /** How often this id was sent: above 1, the repeats were absorbed and nobody saw them. */
  attempts: number;
}

export interface DeliveriesPage {
  data: Delivery[];
  total: number;
  /** Sends in all, repeats included. */
  attempts: number;
  /** Repeats of an id, which nobody saw. */
  absorbed: number;
  /** Messages that their recipient saw twice: the same sender, the same text, another id. */
  duplicates: number;
}

/** The network's own record of what arrived. */
export class Deliveries {
  readonly #messages: MessageStore;
  readonly #clock: Clock;

  constructor(messages: MessageStore, clock: Clock) {
    this.#messages = messages;
    this.#clock = clock;
  }

  /**
   * What arrived at `to` (null: anywhere), oldest first, with totals over all pages.
   * @param parties only what one of these addresses sent or got; null: anybody
   */
  page(to: string | null, limit: number, skip: number, parties: readonly string[] | null = null): DeliveriesPage {
    const { messages, attempts, absorbed } = this.#messages.totals(to, parties);
    const duplicates = this.#messages.copies(to, parties);
    const data = this.#messages.page(to, limit, skip, parties).map((one) => present(one, this.#clock.nowMs()));
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

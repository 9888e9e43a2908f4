import { randomUUID } from 'node:crypto';
import type { FaultKind, FaultRule } from '../network/faults.ts';
import type { Link } from '../network/link.ts';
import type { CloseReason, Receipt, SendReply, ToldMessage } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { BusinessNumber } from './business-numbers.ts';
import { GraphRefusal } from './graph-errors.ts';
import type { MediaStore } from './media-store.ts';
import type { GraphMessage } from './message-body.ts';
import { newWamid } from './wamids.ts';
import { digitsOf, envelopeOf, failedStatusOf, incomingOf, statusOf } from './webhook-payloads.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Free text is allowed for this long after the recipient's last message. */
const WINDOW_MS = 24 * 60 * 60_000;
const OWN_FAULTS: FaultKind[] = [
  'graph-error',
  'graph-lost-answer',
  'graph-reset-before-accept',
  'graph-reset-after-accept',
  'failed-status',
];

/** What becomes of a request to send: an answer, a broken connection, or silence. */
export type LineAnswer = { kind: 'accepted'; wamid: string } | { kind: 'reset' } | { kind: 'silence' };

export interface BusinessLineDeps {
  network: SimulatedNetwork;
  number: BusinessNumber;
  /** Null: this number has no webhook. */
  webhooks: WebhookSender | null;
  kept: KeyValueStore;
  media: MediaStore;
  /** The owner unlinked the number: its token is worthless. */
  loggedOut(): void;
}

/** A business's connection to the network: its sends, and what its webhook is told. */
export class BusinessLine {
  readonly #parts: BusinessLineDeps;
  #link: Link | null = null;
  /** Requests whose answer is outstanding; a broken line breaks them. */
  readonly #pending = new Set<(answer: LineAnswer) => void>();
  #closed = false;

  constructor(deps: BusinessLineDeps) {
    this.#parts = deps;
    this.#open();
  }

  /**
   * Sends a message. There is no id of the client's: the same request twice is two messages.
   * @throws GraphRefusal
   */
  async send(message: GraphMessage): Promise<LineAnswer> {
    const { network, number, kept } = this.#parts;
    const fault = network.faults.strike(number.account, ...OWN_FAULTS);
    if (fault?.kind === 'graph-error') throw new GraphRefusal(fault.code ?? 131000, 'as the script of faults says');
    if (fault?.kind === 'graph-reset-before-accept') return { kind: 'reset' };
    this.#checkWindow(message);
    const wamid = newWamid();
    if (message.opaque !== null) kept.set(`opaque:${wamid}`, message.opaque);
    return this.#orBroken(this.#take(message, wamid, fault));
  }

  close(): void {
    this.#closed = true;
    this.#link?.close();
    this.#parts.webhooks?.close();
  }

  #open(): void {
    const { network, number, loggedOut } = this.#parts;
    const device = `cloud-api ${number.phoneNumberId}`;
    const credentials = { device, secret: number.accessToken, account: number.account };
    this.#link = network.connect(credentials, {
      receipts: (receipts, cursor) => this.#tellReceipts(receipts, cursor),
      messages: (messages, cursor) => this.#tellMessages(messages, cursor),
      restriction: () => undefined,
      closed: (reason) => this.#broken(reason),
    });
    if (!this.#link) loggedOut();
  }

  #broken(reason: CloseReason): void {
    this.#link = null;
    for (const answer of [...this.#pending]) answer({ kind: 'reset' });
    if (this.#closed) return;
    if (reason === 'logged-out') this.#parts.loggedOut();
    // The network's side of a Cloud API line is always there.
    else this.#parts.network.clock.schedule(0, () => !this.#closed && this.#open());
  }

  #orBroken(sending: Promise<LineAnswer>): Promise<LineAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (answer: LineAnswer) => {
        this.#pending.delete(settle);
        resolve(answer);
      };
      this.#pending.add(settle);
      sending.then(settle, (error: unknown) => {
        this.#pending.delete(settle);
        reject(error);
      });
    });
  }

  async #take(message: GraphMessage, wamid: string, fault: FaultRule | null): Promise<LineAnswer> {
    const { network } = this.#parts;
    if (!this.#link) return { kind: 'reset' };
    if (fault?.kind === 'failed-status') {
      this.#tellFailure(message, wamid, new GraphRefusal(fault.code ?? 131026, 'as the script of faults says'));
      return { kind: 'accepted', wamid };
    }
    const reply = await this.#link.send({ id: wamid, to: message.to, body: message.body });
    if (reply.kind === 'rejected') {
      const refusal = refusalOf(reply);
      if (reply.code !== 'not-on-whatsapp') throw refusal;
      // The Cloud API takes it and tells the failure later.
      this.#tellFailure(message, wamid, refusal);
      return { kind: 'accepted', wamid };
    }
    const { to, opaque } = message;
    // Before the answer, as it often happens.
    this.#tell({ statuses: [statusOf({ wamid, level: 1, to, atMs: network.clock.nowMs(), opaque })] });
    if (fault?.kind === 'graph-lost-answer') return { kind: 'silence' };
    if (fault?.kind === 'graph-reset-after-accept') return { kind: 'reset' };
    await network.durable();
    return { kind: 'accepted', wamid };
  }

  #checkWindow({ to, type }: GraphMessage): void {
    const { network, number, kept } = this.#parts;
    if (!number.enforcesWindow || type === 'template') return;
    const lastMs = Number(kept.get(`heard:${number.account}:${to}`) ?? 0);
    if (network.clock.nowMs() - lastMs < WINDOW_MS) return;
    throw new GraphRefusal(131047, 'more than 24 hours have passed since the recipient last replied');
  }

  #tellReceipts(receipts: Receipt[], cursor: number): void {
    const statuses = receipts.map(({ id, chat, level, atMs }) =>
      statusOf({ wamid: id, level, to: chat, atMs, opaque: this.#parts.kept.get(`opaque:${id}`) }),
    );
    this.#tell({ statuses }, () => this.#link?.acknowledgeReceipts(cursor));
  }

  #tellMessages(messages: ToldMessage[], cursor: number): void {
    const { number, kept, media } = this.#parts;
    const own = messages.filter((message) => message.chat === number.account);
    const news = own.map((message) => {
      kept.set(`heard:${number.account}:${message.from}`, String(message.acceptedAtMs));
      return incomingOf(message, number.account, media);
    });
    const contacts = own.flatMap(({ from, pushName: name }) =>
      name === undefined ? [] : [{ profile: { name }, wa_id: digitsOf(from) }],
    );
    const acknowledge = () => this.#link?.acknowledgeMessages(cursor);
    if (news.length === 0) acknowledge();
    else this.#tell({ contacts, messages: news }, acknowledge);
  }

  #tellFailure({ to, opaque }: GraphMessage, wamid: string, refusal: GraphRefusal): void {
    const atMs = this.#parts.network.clock.nowMs();
    this.#tell({ statuses: [failedStatusOf({ wamid, to, atMs, opaque }, refusal.inStatus())] });
  }

  #tell(value: object, delivered: () => void = () => undefined): void {
    const { webhooks, number } = this.#parts;
    if (webhooks) webhooks.add(envelopeOf(number, value), delivered);
    else delivered();
  }
}

function refusalOf(reply: Extract<SendReply, { kind: 'rejected' }>): GraphRefusal {
  switch (reply.code) {
    case 'not-on-whatsapp':
      return new GraphRefusal(131026, reply.reason);
    case 'restricted':
      return new GraphRefusal(368, reply.reason);
    case 'rate-limited':
      return new GraphRefusal(130429, reply.reason);
    default:
      return new GraphRefusal(131009, reply.reason);
  }
}

/** A secret for a business that names none. */
export const newSecret = () => randomUUID().replaceAll('-', '');

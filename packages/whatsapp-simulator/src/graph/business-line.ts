import { randomUUID } from 'node:crypto';
import type { FaultKind, FaultRule } from '../network/faults.ts';
import type { Link } from '../network/link.ts';
import type { CloseReason, NetworkMessage, Receipt, SendReply } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { BusinessNumber } from './business-numbers.ts';
import { GraphRefusal } from './graph-errors.ts';
import type { MediaStore } from './media-store.ts';
import type { GraphMessage } from './message-body.ts';
import { newWamid } from './wamids.ts';
import { digitsOf, envelopeOf, failedStatusOf, incomingOf, statusOf } from './webhook-payloads.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Time after the recipient's last message during which free text is allowed. */
const WINDOW_MS = 24 * 60 * 60_000;
const OWN_FAULTS: FaultKind[] = [
  'graph-error',
  'graph-lost-answer',
  'graph-reset-before-accept',
  'graph-reset-after-accept',
  'failed-status',
];

/** Result of a send request: an answer, a broken connection, or silence. */
export type LineAnswer = { kind: 'accepted'; wamid: string } | { kind: 'reset' } | { kind: 'silence' };

export interface BusinessLineDeps {
  network: SimulatedNetwork;
  number: BusinessNumber;
  /** Null if the number has no webhook. */
  webhooks: WebhookSender | null;
  values: KeyValueStore;
  media: MediaStore;
  /** Called when the owner unlinks the number, which invalidates its token. */
  loggedOut(): void;
}

/** A business's connection to the network: its sends and its webhooks. */
export class BusinessLine {
  readonly #deps: BusinessLineDeps;
  #link: Link | null = null;
  /** Unanswered requests; a broken line resets them. */
  readonly #pending = new Set<(answer: LineAnswer) => void>();
  #closed = false;

  constructor(deps: BusinessLineDeps) {
    this.#deps = deps;
    this.#open();
  }

  /**
   * Sends a message. There is no client id: repeating a request makes two messages.
   * @throws GraphRefusal
   */
  async send(message: GraphMessage): Promise<LineAnswer> {
    const { network, number, values } = this.#deps;
    const fault = network.faults.strike(number.account, ...OWN_FAULTS);
    if (fault?.kind === 'graph-error') throw new GraphRefusal(fault.code ?? 131000, 'caused by the script of faults');
    if (fault?.kind === 'graph-reset-before-accept') return { kind: 'reset' };
    this.#checkWindow(message);
    const wamid = newWamid();
    if (message.opaque !== null) values.set(`opaque:${wamid}`, message.opaque);
    return this.#orBroken(this.#take(message, wamid, fault));
  }

  close(): void {
    this.#closed = true;
    this.#link?.close();
    this.#deps.webhooks?.close();
  }

  #open(): void {
    const { network, number, loggedOut } = this.#deps;
    const device = `cloud-api ${number.phoneNumberId}`;
    const credentials = { device, secret: number.accessToken, account: number.account };
    this.#link = network.connect(credentials, {
      receipts: (receipts, cursor) => this.#notifyReceipts(receipts, cursor),
      messages: (messages, cursor) => this.#notifyMessages(messages, cursor),
      restriction: () => undefined,
      closed: (reason) => this.#broken(reason),
    });
    if (!this.#link) loggedOut();
  }

  #broken(reason: CloseReason): void {
    this.#link = null;
    for (const answer of [...this.#pending]) answer({ kind: 'reset' });
    if (this.#closed) return;
    if (reason === 'logged-out') this.#deps.loggedOut();
    // The network's end of a Cloud API line is always connected.
    else this.#deps.network.clock.schedule(0, () => !this.#closed && this.#open());
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
    const { network } = this.#deps;
    if (!this.#link) return { kind: 'reset' };
    if (fault?.kind === 'failed-status') {
      this.#reportFailure(message, wamid, new GraphRefusal(fault.code ?? 131026, 'caused by the script of faults'));
      return { kind: 'accepted', wamid };
    }
    const reply = await this.#link.send({ id: wamid, to: message.to, body: message.body });
    if (reply.kind === 'rejected') {
      const refusal = refusalOf(reply);
      if (reply.code !== 'not-on-whatsapp') throw refusal;
      // The Cloud API accepts it and reports the failure later.
      this.#reportFailure(message, wamid, refusal);
      return { kind: 'accepted', wamid };
    }
    const { to, opaque } = message;
    // Sent before the answer, as often happens.
    this.#notify({ statuses: [statusOf({ wamid, level: 1, to, atMs: network.clock.nowMs(), opaque })] });
    if (fault?.kind === 'graph-lost-answer') return { kind: 'silence' };
    if (fault?.kind === 'graph-reset-after-accept') return { kind: 'reset' };
    await network.durable();
    return { kind: 'accepted', wamid };
  }

  #checkWindow({ to, type }: GraphMessage): void {
    const { network, number, values } = this.#deps;
    if (!number.enforcesWindow || type === 'template') return;
    const lastMs = Number(values.get(`heard:${number.account}:${to}`) ?? 0);
    if (network.clock.nowMs() - lastMs < WINDOW_MS) return;
    throw new GraphRefusal(131047, 'more than 24 hours have passed since the recipient last replied');
  }

  #notifyReceipts(receipts: Receipt[], cursor: number): void {
    const statuses = receipts.map(({ id, chat, level, atMs }) =>
      statusOf({ wamid: id, level, to: chat, atMs, opaque: this.#deps.values.get(`opaque:${id}`) }),
    );
    this.#notify({ statuses }, () => this.#link?.acknowledgeReceipts(cursor));
  }

  #notifyMessages(messages: NetworkMessage[], cursor: number): void {
    const { number, values, media } = this.#deps;
    const own = messages.filter((message) => message.chat === number.account);
    const news = own.map((message) => {
      values.set(`heard:${number.account}:${message.from}`, String(message.acceptedAtMs));
      return incomingOf(message, number.account, media);
    });
    const contacts = own.flatMap(({ from, pushName: name }) =>
      name === undefined ? [] : [{ profile: { name }, wa_id: digitsOf(from) }],
    );
    const acknowledge = () => this.#link?.acknowledgeMessages(cursor);
    if (news.length === 0) acknowledge();
    else this.#notify({ contacts, messages: news }, acknowledge);
  }

  #reportFailure({ to, opaque }: GraphMessage, wamid: string, refusal: GraphRefusal): void {
    const atMs = this.#deps.network.clock.nowMs();
    this.#notify({ statuses: [failedStatusOf({ wamid, to, atMs, opaque }, refusal.inStatus())] });
  }

  #notify(value: object, delivered: () => void = () => undefined): void {
    const { webhooks, number } = this.#deps;
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

/** A secret for a business that provides none. */
export const newSecret = () => randomUUID().replaceAll('-', '');

import type { BinaryNode, proto } from 'baileys';
import { type Body, isPrivate, type PrivateBody } from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { AppState } from './app-state.ts';
import { hiddenJidOf, jidOf } from './jids.ts';
import type { MessageBodies } from './message-bodies.ts';
import { node, seconds } from './nodes.ts';
import type { PhoneSignal } from './phone-signal.ts';

/** A message that a device can't read after this many retries is dropped. */
const MAX_RETRIES = 5;
const STANZA_TYPES: Record<Exclude<Body['kind'], PrivateBody['kind']>, string> = {
  text: 'text',
  media: 'media',
  poll: 'poll',
  vote: 'poll',
  reaction: 'reaction',
  edit: 'text',
  deletion: 'text',
  'message-pin': 'text',
  other: 'text',
};

interface DeliveredMessage {
  message: StoredMessage;
  /** How often the device requested it again, and how often it reported that it couldn't read it. */
  retries: number;
  nacks: number;
  isDone: boolean;
}

interface InboxDeps {
  phones: PhoneSignal;
  bodies: MessageBodies;
  appState: AppState;
  network: SimulatedNetwork;
  send: (stanza: BinaryNode) => void;
  /** Called with a sequence up to which the device has everything. */
  acknowledge: (sequence: number) => void;
}

/**
 * Messages on their way to a linked device: each is sent until the device has acknowledged it, again after a reconnect.
 * Messages from an absence are marked as such.
 */
export class DeviceInbox {
  readonly #me: { number: string; jid: string };
  readonly #deps: InboxDeps;
  /** By message id, oldest first. */
  readonly #pending = new Map<string, DeliveredMessage>();
  /** Messages that arrived before the device published its keys. */
  #unwritten: StoredMessage[] = [];

  constructor(me: { number: string; jid: string }, deps: InboxDeps) {
    this.#me = me;
    this.#deps = deps;
  }

  /** @param isOld whether they arrived while the device was offline */
  async add(messages: StoredMessage[], isOld: boolean): Promise<void> {
    for (const message of messages) {
      this.#pending.set(message.id, { message, retries: 0, nacks: 0, isDone: false });
      await this.#write(message, { isOld });
    }
  }

  /** Called once the device has published its keys. */
  async keysPublished(): Promise<void> {
    for (const message of this.#unwritten.splice(0)) await this.#write(message);
  }

  /** The device has the message. It is acknowledged once all earlier ones are. */
  received(id: string): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.isDone = true;
    for (const [first, { message, isDone }] of this.#pending) {
      if (!isDone) break;
      this.#pending.delete(first);
      this.#deps.acknowledge(message.sequence);
    }
  }

  /** The device couldn't read the message. It has requested it again, or never will. */
  rejected(id: string): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.nacks += 1;
    if (pending.nacks > pending.retries || pending.nacks > MAX_RETRIES) this.received(id);
  }

  /** The device requested the message again: it is encrypted in a new session. */
  async resend(id: string): Promise<void> {
    const pending = this.#pending.get(id);
    if (!pending || pending.retries >= MAX_RETRIES) return;
    pending.retries += 1;
    await this.#write(pending.message, { isNewSession: true });
  }

  async #write(message: StoredMessage, { isOld = false, isNewSession = false } = {}): Promise<void> {
    const { phones, bodies, send, network } = this.#deps;
    const { from, chat, body, id, acceptedAtMs } = message;
    if (isPrivate(body)) return this.#announceState(message);
    const written = await bodies.write(message);
    const isCopy = from === this.#me.number && !isGroupId(chat);
    const content = isCopy ? copyOf(written, chat) : written;
    const encrypted = await phones.write(from, this.#me.jid, content, isNewSession);
    if (!encrypted) {
      this.#unwritten.push(message);
      return;
    }
    const way = isGroupId(chat)
      ? { from: chat, participant: jidOf(from), participant_lid: hiddenJidOf(from) }
      : { from: jidOf(from), sender_lid: hiddenJidOf(from), ...(isCopy ? { recipient: jidOf(chat) } : {}) };
    const type = STANZA_TYPES[body.kind];
    const notify = network.phones.nameOf(from) || from;
    const mark = isOld ? { offline: '0' } : {};
    send(
      node('message', { id, t: seconds(acceptedAtMs), type, notify, addressing_mode: 'pn', ...way, ...mark }, [
        encrypted,
      ]),
    );
  }

  /** Tells the device that there are changes, which it then requests. */
  async #announceState(message: StoredMessage): Promise<void> {
    const changed = await this.#deps.appState.record(message);
    const attrs = { id: message.id, from: 's.whatsapp.net', type: 'server_sync', t: seconds(message.acceptedAtMs) };
    // Announced even if nothing changed, because the device acknowledges it only then.
    const names = changed.length > 0 ? changed : ['regular_low'];
    for (const name of names) this.#deps.send(node('notification', attrs, [node('collection', { name })]));
  }
}

/** The account's message from another device, in the form its devices get it. */
const copyOf = (message: proto.IMessage, chat: string): proto.IMessage => ({
  deviceSentMessage: { destinationJid: jidOf(chat), message },
  ...(message.messageContextInfo ? { messageContextInfo: message.messageContextInfo } : {}),
});

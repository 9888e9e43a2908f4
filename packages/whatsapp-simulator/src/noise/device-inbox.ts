import type { BinaryNode, proto } from 'baileys';
import { type Body, isPrivate, type PrivateBody } from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { AppState } from './app-state.ts';
import { hiddenJidOf, jidOf } from './jids.ts';
import type { MessageBodies } from './message-bodies.ts';
import { node, seconds } from './nodes.ts';
import type { PhoneSignal } from './phone-signal.ts';

/** A device that still cannot read a message after so many times is not told it any more. */
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
  /** How often the device has asked for it again, and how often it has said that it could not read it. */
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
  /** Everything up to this sequence is safe with the device. */
  acknowledge: (sequence: number) => void;
}

/**
 * Messages on their way to one linked device: each is told until the device has said that it has it, again after a
 * reconnect. What came while the device was away is marked as such.
 */
export class DeviceInbox {
  readonly #me: { number: string; jid: string };
  readonly #parts: InboxDeps;
  /** By message id, oldest first. */
  readonly #told = new Map<string, DeliveredMessage>();
  /** Messages that came before the device had published its keys. */
  #unwritten: StoredMessage[] = [];

  constructor(me: { number: string; jid: string }, deps: InboxDeps) {
    this.#me = me;
    this.#parts = deps;
  }

  /** @param isOld they waited while the device was away */
  async add(messages: StoredMessage[], isOld: boolean): Promise<void> {
    for (const message of messages) {
      this.#told.set(message.id, { message, retries: 0, nacks: 0, isDone: false });
      await this.#write(message, { isOld });
    }
  }

  /** The device has published its keys. */
  async keysCame(): Promise<void> {
    for (const message of this.#unwritten.splice(0)) await this.#write(message);
  }

  /** The device has the message. It is acknowledged once all before it are. */
  received(id: string): void {
    const told = this.#told.get(id);
    if (!told) return;
    told.isDone = true;
    for (const [first, { message, isDone }] of this.#told) {
      if (!isDone) break;
      this.#told.delete(first);
      this.#parts.acknowledge(message.sequence);
    }
  }

  /** The device says that it could not read the message. It has asked for it again, or will not. */
  notRead(id: string): void {
    const told = this.#told.get(id);
    if (!told) return;
    told.nacks += 1;
    if (told.nacks > told.retries || told.nacks > MAX_RETRIES) this.received(id);
  }

  /** The device asks for the message again: it is written in a new session. */
  async writeAgain(id: string): Promise<void> {
    const told = this.#told.get(id);
    if (!told || told.retries >= MAX_RETRIES) return;
    told.retries += 1;
    await this.#write(told.message, { anew: true });
  }

  async #write(message: StoredMessage, { isOld = false, anew = false } = {}): Promise<void> {
    const { phones, bodies, send, network } = this.#parts;
    const { from, chat, body, id, acceptedAtMs } = message;
    if (isPrivate(body)) return this.#tellState(message);
    const written = await bodies.write(message);
    const isCopy = from === this.#me.number && !isGroupId(chat);
    const said = isCopy ? copyOf(written, chat) : written;
    const content = await phones.write(from, this.#me.jid, said, anew);
    if (!content) {
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
        content,
      ]),
    );
  }

  /** The device is told that there is something new, and asks what. */
  async #tellState(message: StoredMessage): Promise<void> {
    const changed = await this.#parts.appState.record(message);
    const attrs = { id: message.id, from: 's.whatsapp.net', type: 'server_sync', t: seconds(message.acceptedAtMs) };
    // What is known already is told all the same: the device says then that it has it.
    const names = changed.length > 0 ? changed : ['regular_low'];
    for (const name of names) this.#parts.send(node('notification', attrs, [node('collection', { name })]));
  }
}

/** What the account has sent from elsewhere, as its other devices hear it. */
const copyOf = (message: proto.IMessage, chat: string): proto.IMessage => ({
  deviceSentMessage: { destinationJid: jidOf(chat), message },
  ...(message.messageContextInfo ? { messageContextInfo: message.messageContextInfo } : {}),
});

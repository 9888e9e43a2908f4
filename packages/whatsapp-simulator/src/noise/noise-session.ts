import type { BinaryNode, proto } from 'baileys';
import type { Body } from '../network/body.ts';
import type { Link } from '../network/link.ts';
import {
  type CloseReason,
  type Group,
  isGroupId,
  type Receipt,
  type SendReply,
  type StoredMessage,
} from '../network/model.ts';
import { DeviceInbox } from './device-inbox.ts';
import { FirstSync } from './first-sync.ts';
import { groupNotices } from './group-notices.ts';
import { addressOfJid, hiddenJidOf, jidOf, numberOfJid } from './jids.ts';
import { answerMediaRetry } from './media-retry.ts';
import { bytesOf, childOf, childrenOf, node, seconds } from './nodes.ts';
import { answerQuery, type QueryDeps } from './queries.ts';

/** WhatsApp's nack codes that Baileys knows (its `NACK_REASONS` and `SERVER_ERROR_CODES`). */
const NACKS = {
  restricted: '463',
  'rate-limited': '429',
  'not-on-whatsapp': '404',
  'bad-message': '479',
  'no-such-file': '479',
} as const;

/** A linked device's open session: translates its stanzas to calls on its link, and the network's events to stanzas. */
export class NoiseSession {
  readonly #deps: QueryDeps;
  readonly #send: (node: BinaryNode) => void;
  readonly #close: () => void;
  readonly #number: string;
  readonly #device: number;
  readonly #jid: string;
  #link: Link | null = null;
  /** Retry requests for messages that phones couldn't read, by message id, including those of earlier sessions. */
  readonly #unanswered: Map<string, BinaryNode>;
  /** The address a device last used for each chat; receipts come from there. */
  readonly #addressing = new Map<string, string>();
  /** Cursors of receipts sent and not acknowledged, by message id and type of the last one. */
  readonly #sentReceipts = new Map<string, number>();
  readonly #inbox: DeviceInbox;
  readonly #firstSync: FirstSync;
  /** True until the device has been sent everything that waited for it. */
  #isCatchingUp = true;
  #waited = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(
    deps: QueryDeps,
    me: { number: string; device: number },
    out: { send: (node: BinaryNode) => void; close: () => void },
  ) {
    this.#deps = deps;
    this.#number = me.number;
    this.#device = me.device;
    this.#jid = jidOf(me.number, me.device);
    this.#send = out.send;
    this.#close = out.close;
    this.#unanswered = deps.retryRequests.get(this.#jid) ?? new Map();
    deps.retryRequests.set(this.#jid, this.#unanswered);
    const self = { number: this.#number, jid: this.#jid };
    const acknowledge = (sequence: number) => this.#link?.acknowledgeMessages(sequence);
    this.#inbox = new DeviceInbox(self, { ...deps, send: out.send, acknowledge });
    this.#firstSync = new FirstSync(self, { ...deps, send: out.send });
  }

  /** Logs the device in. @returns false if it must pair again */
  open(noiseKey: string): boolean {
    const credentials = { device: `noise ${this.#jid}`, secret: noiseKey, account: this.#number };
    this.#link = this.#deps.network.connect(credentials, {
      receipts: (receipts, cursor) => this.#tellReceipts(receipts, cursor),
      messages: (messages) => this.#tellMessages(messages),
      restriction: () => undefined,
      group: (group, before, by) => this.#notifyGroup(group, before, by),
      closed: (reason) => this.#closed(reason),
    });
    if (!this.#link) {
      this.#send(node('failure', { reason: '401', location: 'frc' }));
      this.#close();
      return false;
    }
    this.#send(node('success', { t: seconds(Date.now()), lid: hiddenJidOf(this.#number, this.#device) }));
    // The network sends what waited in a microtask of its own.
    setImmediate(() => this.#queue(() => this.#caughtUp()));
    return true;
  }

  /** Handles incoming stanzas, one after the other. */
  take(stanza: BinaryNode): void {
    this.#queue(() => this.#handle(stanza));
  }

  end(): void {
    this.#link?.close();
    this.#link = null;
  }

  #queue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch(() => this.#close());
  }

  async #handle(stanza: BinaryNode): Promise<void> {
    switch (stanza.tag) {
      case 'iq':
        return this.#answer(stanza);
      case 'message':
        return this.#takeMessage(stanza);
      case 'receipt':
        return this.#takeReceipt(stanza);
      case 'ack':
        this.#takeAck(stanza);
        return;
      case 'chatstate':
        this.#link?.typing(addressOfJid(stanza.attrs.to ?? ''), childOf(stanza, 'composing') !== undefined);
    }
  }

  async #answer(query: BinaryNode): Promise<void> {
    if (query.attrs.type === 'result') return;
    // A query for updates looks the same, without a patch.
    const patch = childOf(childOf(childOf(query, 'sync'), 'collection'), 'patch');
    if (query.attrs.xmlns === 'w:sync:app:state' && patch) return this.#takePatch(query);
    const content = answerQuery(this.#deps, { number: this.#number, jid: this.#jid }, query);
    await this.#deps.network.durable();
    const from = query.attrs.to ?? 's.whatsapp.net';
    this.#send(node('iq', { from, type: 'result', id: query.attrs.id ?? '', t: seconds(Date.now()) }, content));
    if (childOf(query, 'remove-companion-device')) this.#link?.logOut();
    if (query.attrs.xmlns === 'encrypt' && query.attrs.type === 'set') {
      await this.#inbox.keysPublished();
      await this.#firstSync.start();
    }
  }

  /** The device has changed settings of chats or messages. */
  async #takePatch(query: BinaryNode): Promise<void> {
    const answer = (type: 'result' | 'error') =>
      this.#send(node('iq', { from: 's.whatsapp.net', type, id: query.attrs.id ?? '', t: seconds(Date.now()) }));
    const collection = childOf(childOf(query, 'sync'), 'collection');
    const { name = '', version = '0' } = collection?.attrs ?? {};
    const bytes = bytesOf(childOf(collection, 'patch'));
    const opened = await this.#deps.appState.open(this.#number, name, Number(version), bytes).catch(() => null);
    if (!opened?.body) return answer('error');
    const { id, body, save } = opened;
    // Not awaited, as with messages.
    void this.#link?.send({ id, to: this.#number, body }).then((reply) => {
      if (reply.kind === 'accepted') save();
      answer(reply.kind === 'accepted' ? 'result' : 'error');
    });
  }

  async #takeMessage(stanza: BinaryNode): Promise<void> {
    const { id = '', to = '' } = stanza.attrs;
    const link = this.#link;
    if (!link) return;
    const chat = addressOfJid(to);
    this.#addressing.set(chat, to);
    if (this.#deps.network.faults.strike(this.#number, 'unreadable')) {
      this.#unanswered.set(id, retryRequest(id, to));
      this.#close();
      return;
    }
    // A message accepted before is never decrypted again, because its keys may be used up.
    const isRepeat = (link.probe([id])[0]?.level ?? 0) > 0;
    const opened = await this.#read(stanza, chat).catch(() => null);
    // Messages to the account's own phone are wrapped.
    const read = opened?.deviceSentMessage?.message ?? opened;
    if (!read && !isRepeat) {
      this.#requestRetry(id, to);
      return;
    }
    const unread: Body = { kind: 'text', text: '' };
    const body = read ? await this.#deps.bodies.read(read, this.#number, chat) : unread;
    if (body === null) {
      this.#send(node('ack', { class: 'message', id, from: to, t: seconds(Date.now()) }));
      await this.#sendOlder(id, read, link);
      return;
    }
    // Not awaited: a lost reply must not hold up what follows.
    void link.send({ id, to: chat, body }).then((reply) => this.#confirm(reply, id, to));
  }

  /** Answers the device's request for older messages of a chat. */
  async #sendOlder(id: string, read: proto.IMessage | null, link: Link): Promise<void> {
    const request = read?.protocolMessage?.peerDataOperationRequestMessage?.historySyncOnDemandRequest;
    if (!request) return;
    const chat = addressOfJid(request.chatJid ?? '');
    const older = link.history(chat, request.oldestMsgId ?? null, request.onDemandMsgCount ?? 0);
    await this.#firstSync.sendOlder(id, chat, older.toReversed());
  }

  #confirm(reply: SendReply, id: string, to: string): void {
    const error = reply.kind === 'rejected' ? { error: NACKS[reply.code] } : {};
    this.#send(node('ack', { class: 'message', id, from: to, t: seconds(Date.now()), ...error }));
  }

  /** Decrypts a message as its recipient's phone. */
  async #read(stanza: BinaryNode, chat: string): Promise<proto.Message | null> {
    let found: proto.Message | null = null;
    const direct = childOf(stanza, 'enc');
    const copies = childrenOf(childOf(stanza, 'participants'), 'to').map((to) => ({
      number: numberOfJid(to.attrs.jid ?? ''),
      enc: childOf(to, 'enc'),
    }));
    if (direct && direct.attrs.type !== 'skmsg') copies.push({ number: chat, enc: direct });
    for (const { number, enc } of copies) {
      if (!enc || (number !== chat && !isGroupId(chat))) continue;
      const bytes = bytesOf(enc);
      found = await this.#deps.phones.read(number, this.#jid, { type: enc.attrs.type ?? '', bytes });
    }
    if (direct?.attrs.type === 'skmsg') found = await this.#deps.phones.readGroup(chat, this.#jid, bytesOf(direct));
    return found;
  }

  /** Requests a retry of a message that the phone couldn't read, repeatedly, until the device responds. */
  #requestRetry(id: string, to: string): void {
    const request = retryRequest(id, to);
    this.#unanswered.set(id, request);
    this.#send(request);
  }

  async #takeReceipt(stanza: BinaryNode): Promise<void> {
    const { id = '', to = '', type } = stanza.attrs;
    this.#send(node('ack', { class: 'receipt', id, from: to, ...(type ? { type } : {}) }));
    if (type === 'hist_sync') this.#firstSync.received(id);
    else if (type === 'retry') await this.#inbox.resend(id);
    else if (type === 'server-error') {
      const chat = childOf(stanza, 'rmr')?.attrs ?? {};
      const writer = numberOfJid(chat.participant ?? chat.jid ?? '');
      const message = this.#deps.network.message(id, [writer, this.#number]);
      this.#send(await answerMediaRetry(this.#deps.bodies, stanza, message));
    } else this.#inbox.received(id);
  }

  #takeAck({ attrs: { id = '', class: of, type = '', error } }: BinaryNode): void {
    if (of === 'notification') {
      this.#inbox.received(id);
      return;
    }
    if (of === 'message') {
      if (error) this.#inbox.rejected(id);
      else this.#inbox.received(id);
      return;
    }
    if (type === 'retry') this.#unanswered.delete(id);
    const cursor = this.#sentReceipts.get(`${id} ${type}`);
    this.#sentReceipts.delete(`${id} ${type}`);
    if (cursor !== undefined) this.#link?.acknowledgeReceipts(cursor);
  }

  #tellReceipts(receipts: Receipt[], cursor: number): void {
    for (const [at, { id, chat, level, atMs }] of receipts.entries()) {
      const from = this.#addressing.get(chat) ?? (isGroupId(chat) ? chat : jidOf(chat));
      const type = level === 3 ? { type: 'read' } : {};
      const participant = isGroupId(chat) ? { participant: jidOf(this.#readerOf(chat)) } : {};
      if (at === receipts.length - 1) this.#sentReceipts.set(`${id} ${type.type ?? ''}`, cursor);
      this.#send(node('receipt', { id, from, t: seconds(atMs), ...type, ...participant }));
    }
  }

  #readerOf(group: string): string {
    const members = this.#deps.network.phones.group(group)?.participants ?? [];
    return members.find((member) => member !== this.#number) ?? this.#number;
  }

  #notifyGroup(group: Group, before: Group | null, by: string): void {
    for (const notice of groupNotices(group, before, by)) this.#send(notice);
  }

  #tellMessages(messages: StoredMessage[]): void {
    const isOld = this.#isCatchingUp;
    if (isOld) this.#waited += messages.length;
    this.#queue(() => this.#inbox.add(messages, isOld));
  }

  /** Reports that everything that waited has been sent. */
  async #caughtUp(): Promise<void> {
    this.#isCatchingUp = false;
    this.#send(node('ib', {}, [node('offline', { count: String(this.#waited) })]));
    for (const request of this.#unanswered.values()) this.#send(request);
    await this.#firstSync.start();
  }

  #closed(reason: CloseReason): void {
    this.#link = null;
    if (reason === 'replaced') {
      this.#send(node('stream:error', {}, [node('conflict', { type: 'replaced' })]));
    } else if (reason === 'logged-out') {
      this.#send(node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })]));
    }
    this.#close();
  }
}

function retryRequest(id: string, to: string): BinaryNode {
  const retry = node('retry', { count: '1', id, t: seconds(Date.now()), v: '1' });
  const registration = Buffer.from([0, 0, 0, 7]);
  const attrs = { id, from: to, type: 'retry', t: seconds(Date.now()) };
  return node('receipt', attrs, [retry, node('registration', {}, registration)]);
}

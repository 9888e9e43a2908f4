import { type BinaryNode, proto } from 'baileys';
import type { Body, MediaType } from '../network/body.ts';
import type { Link } from '../network/link.ts';
import type { CloseReason, Receipt, SendReply, StoredMessage } from '../network/model.ts';
import { addressOfJid, hiddenJidOf, jidOf, numberOfJid } from './jids.ts';
import { bytesOf, childOf, childrenOf, node, seconds } from './nodes.ts';
import { answerQuery, type QueryParts } from './queries.ts';

/** Nack codes of WhatsApp that Baileys knows (its `NACK_REASONS` and `SERVER_ERROR_CODES`). */
const NACKS = {
  restricted: '463',
  'rate-limited': '429',
  'not-on-whatsapp': '404',
  'bad-message': '479',
  'no-such-file': '479',
} as const;

/** A linked device's open session: turns its stanzas into calls on its link, and what the network says into stanzas. */
export class NoiseSession {
  readonly #parts: QueryParts;
  readonly #send: (node: BinaryNode) => void;
  readonly #close: () => void;
  readonly #number: string;
  readonly #device: number;
  readonly #jid: string;
  #link: Link | null = null;
  /** How the device addressed a chat last: receipts come from there. */
  readonly #addressing = new Map<string, string>();
  /** Told and not acknowledged: by stanza id, what its acknowledgement completes. */
  readonly #unacknowledged = new Map<string, () => void>();
  readonly #incoming = new Map<string, StoredMessage>();
  /** Messages that came before the device had published its keys. */
  #unwritten: StoredMessage[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(
    parts: QueryParts,
    me: { number: string; device: number },
    out: { send: (node: BinaryNode) => void; close: () => void },
  ) {
    this.#parts = parts;
    this.#number = me.number;
    this.#device = me.device;
    this.#jid = jidOf(me.number, me.device);
    this.#send = out.send;
    this.#close = out.close;
  }

  /** Logs the device in. @returns false when it must pair again. */
  open(noiseKey: string): boolean {
    const credentials = { device: `noise ${this.#jid}`, secret: noiseKey, account: this.#number };
    this.#link = this.#parts.network.connect(credentials, {
      receipts: (receipts, cursor) => this.#tellReceipts(receipts, cursor),
      messages: (messages) => this.#queue(() => this.#tellMessages(messages)),
      restriction: () => undefined,
      closed: (reason) => this.#closed(reason),
    });
    if (!this.#link) {
      this.#send(node('failure', { reason: '401', location: 'frc' }));
      this.#close();
      return false;
    }
    this.#send(node('success', { t: seconds(Date.now()), lid: hiddenJidOf(this.#number, this.#device) }));
    this.#send(node('ib', {}, [node('offline', { count: '0' })]));
    return true;
  }

  /** A stanza came in; they are worked one after the other. */
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
        this.#acknowledged(stanza.attrs.id ?? '');
    }
  }

  async #answer(query: BinaryNode): Promise<void> {
    if (query.attrs.type === 'result') return;
    const content = answerQuery(this.#parts, { number: this.#number, jid: this.#jid }, query);
    await this.#parts.network.durable();
    const from = query.attrs.to ?? 's.whatsapp.net';
    this.#send(node('iq', { from, type: 'result', id: query.attrs.id ?? '', t: seconds(Date.now()) }, content));
    if (childOf(query, 'remove-companion-device')) this.#link?.logOut();
    if (query.attrs.xmlns === 'encrypt' && query.attrs.type === 'set') {
      for (const message of this.#unwritten.splice(0)) await this.#write(message, false);
    }
  }

  async #takeMessage(stanza: BinaryNode): Promise<void> {
    const { id = '', to = '' } = stanza.attrs;
    const link = this.#link;
    if (!link) return;
    const chat = addressOfJid(to);
    this.#addressing.set(chat, to);
    // A message that was taken before is never read again: its keys may be used up.
    const known = (link.probe([id])[0]?.level ?? 0) > 0;
    const read = await this.#read(stanza, chat).catch(() => null);
    if (!read && !known) {
      this.#askAgain(id, to);
      return;
    }
    const body = read ? bodyOf(read) : { kind: 'text' as const, text: '' };
    if (body === null) {
      this.#send(node('ack', { class: 'message', id, from: to, t: seconds(Date.now()) }));
      return;
    }
    // Not awaited: a reply that is lost must not hold up what comes after it.
    void link.send({ id, to: chat, body }).then((reply) => this.#confirm(reply, id, to));
  }

  #confirm(reply: SendReply, id: string, to: string): void {
    const error = reply.kind === 'rejected' ? { error: NACKS[reply.code] } : {};
    this.#send(node('ack', { class: 'message', id, from: to, t: seconds(Date.now()), ...error }));
  }

  /** What a message says to its chat: read by the recipient's phone. */
  async #read(stanza: BinaryNode, chat: string): Promise<proto.Message | null> {
    let found: proto.Message | null = null;
    const direct = childOf(stanza, 'enc');
    const copies = childrenOf(childOf(stanza, 'participants'), 'to').map((to) => ({
      number: numberOfJid(to.attrs.jid ?? ''),
      enc: childOf(to, 'enc'),
    }));
    if (direct && direct.attrs.type !== 'skmsg') copies.push({ number: chat, enc: direct });
    for (const { number, enc } of copies) {
      if (!enc || (number !== chat && !chat.endsWith('@g.us'))) continue;
      const bytes = bytesOf(enc);
      found = await this.#parts.phones.read(number, this.#jid, { type: enc.attrs.type ?? '', bytes });
    }
    if (direct?.attrs.type === 'skmsg') found = await this.#parts.phones.readGroup(chat, this.#jid, bytesOf(direct));
    return found;
  }

  /** The phone could not read a message: it asks for it again, as phones do. */
  #askAgain(id: string, to: string): void {
    const retry = node('retry', { count: '1', id, t: seconds(Date.now()), v: '1' });
    const registration = Buffer.from([0, 0, 0, 7]);
    const attrs = { id, from: to, type: 'retry', t: seconds(Date.now()) };
    this.#send(node('receipt', attrs, [retry, node('registration', {}, registration)]));
  }

  async #takeReceipt(stanza: BinaryNode): Promise<void> {
    const { id = '', to = '', type, participant } = stanza.attrs;
    this.#send(node('ack', { class: 'receipt', id, from: to, ...(type ? { type } : {}) }));
    const message = this.#incoming.get(id);
    if (type === 'retry' && message) await this.#write(message, true);
    else if (!participant || type !== 'retry') this.#acknowledged(id);
  }

  #acknowledged(id: string): void {
    const done = this.#unacknowledged.get(id);
    this.#unacknowledged.delete(id);
    done?.();
  }

  #tellReceipts(receipts: Receipt[], cursor: number): void {
    for (const [at, { id, chat, level, atMs }] of receipts.entries()) {
      const from = this.#addressing.get(chat) ?? (chat.endsWith('@g.us') ? chat : jidOf(chat));
      const type = level === 3 ? { type: 'read' } : {};
      const participant = chat.endsWith('@g.us') ? { participant: jidOf(this.#readerOf(chat)) } : {};
      const isLast = at === receipts.length - 1;
      if (isLast) this.#unacknowledged.set(id, () => this.#link?.acknowledgeReceipts(cursor));
      this.#send(node('receipt', { id, from, t: seconds(atMs), ...type, ...participant }));
    }
  }

  #readerOf(group: string): string {
    const members = this.#parts.network.phones.group(group)?.participants ?? [];
    return members.find((one) => one !== this.#number) ?? this.#number;
  }

  async #tellMessages(messages: StoredMessage[]): Promise<void> {
    for (const message of messages) {
      this.#incoming.set(message.id, message);
      this.#unacknowledged.set(message.id, () => {
        this.#incoming.delete(message.id);
        this.#link?.acknowledgeMessages(message.sequence);
      });
      await this.#write(message, false);
    }
  }

  async #write(message: StoredMessage, anew: boolean): Promise<void> {
    const content = await this.#parts.phones.write(message.from, this.#jid, messageOf(message.body), anew);
    if (!content) {
      this.#unwritten.push(message);
      return;
    }
    const isGroup = message.chat.endsWith('@g.us');
    const sender = jidOf(message.from);
    const hidden = hiddenJidOf(message.from);
    const attrs = {
      id: message.id,
      t: seconds(message.acceptedAtMs),
      type: message.body.kind === 'text' ? 'text' : 'media',
      notify: message.from,
      addressing_mode: 'pn',
      ...(isGroup
        ? { from: message.chat, participant: sender, participant_lid: hidden }
        : { from: sender, sender_lid: hidden }),
    };
    this.#send(node('message', attrs, [content]));
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

/** A message in the core's words; null for one that says nothing to people (keys, settings). */
function bodyOf(message: proto.Message): Body | null {
  const text = message.conversation ?? message.extendedTextMessage?.text;
  if (text) return { kind: 'text', text };
  const encoded = { proto: Buffer.from(proto.Message.encode(message).finish()).toString('base64') };
  const media = mediaOf(message);
  if (media) return { kind: 'media', ...media, ...encoded };
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3;
  if (poll) {
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '');
    return { kind: 'poll', text: poll.name ?? '', options, selectable: poll.selectableOptionsCount ?? 0, ...encoded };
  }
  const reaction = message.reactionMessage;
  if (reaction) return { kind: 'reaction', text: reaction.text ?? '', quotedId: reaction.key?.id ?? '', ...encoded };
  return message.protocolMessage || message.senderKeyDistributionMessage
    ? null
    : { kind: 'other', text: '', ...encoded };
}

function mediaOf(message: proto.Message) {
  const kinds: [MediaType, proto.Message.IDocumentMessage | null | undefined][] = [
    ['image', message.imageMessage],
    ['video', message.videoMessage],
    ['document', message.documentMessage],
    ['audio', message.audioMessage],
    ['sticker', message.stickerMessage],
  ];
  for (const [media, file] of kinds) {
    if (!file) continue;
    return {
      media,
      text: file.caption ?? '',
      mimeType: file.mimetype ?? '',
      fileName: file.fileName ?? null,
      bytes: Number(file.fileLength ?? 0),
      sha256: Buffer.from(file.fileSha256 ?? []).toString('hex'),
    };
  }
  return null;
}

function messageOf(body: Body): proto.IMessage {
  if (body.kind === 'text' || !body.proto) return { conversation: body.text };
  return proto.Message.decode(Buffer.from(body.proto, 'base64'));
}

import { createHash } from 'node:crypto';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ActMessage, MessageChange } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import { mentionsOf } from '@switchyard/contracts/messages/mentions';
import type { Body, NetworkMessage } from '@switchyard/whatsapp-simulator/frames';
import type { DriverContext, IncomingMessage, SendRequest } from '../driver.ts';

/** Files whose place in the network is remembered. */
const MAX_KNOWN = 1_000;

/** What a driver says to the network. A file is brought there once, however many messages name it. */
export class OutgoingBodies {
  readonly #file: DriverContext['file'];
  readonly #places = new Map<string, Promise<string>>();

  constructor(file: DriverContext['file']) {
    this.#file = file;
  }

  /**
   * The message in the network's words.
   * @param upload brings a file to the network before anything that is said after it
   * @throws what `DriverContext.file` rejects with
   */
  async of({ to, body, quote }: SendRequest, upload: (content: Uint8Array) => void): Promise<Body> {
    const mentions = mentionsOf(to, body.text);
    const answers = {
      ...(quote ? { quotedId: quote.waMessageId } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
    };
    if (body.kind !== 'media') return { ...body, ...answers };
    const { kind, text, media, mimeType, fileName, bytes } = body;
    const sha256 = await this.#placeOf(body.fileId, upload);
    return { kind, text, media, mimeType, fileName: fileName || null, bytes, sha256, ...answers };
  }

  /** The network has lost the file of this message: it is brought there again. */
  forget(body: MessageBody): void {
    if (body.kind === 'media') this.#places.delete(body.fileId);
  }

  #placeOf(fileId: string, upload: (content: Uint8Array) => void): Promise<string> {
    const known = this.#places.get(fileId);
    if (known) return known;
    if (this.#places.size >= MAX_KNOWN) this.#places.clear();
    const place = this.#file(fileId).then((content) => {
      upload(content);
      return createHash('sha256').update(content).digest('hex');
    });
    this.#places.set(fileId, place);
    place.catch(() => this.#places.delete(fileId));
    return place;
  }
}

/** What an act says to the network, and to whom: what only the account's own devices hear goes to the account. */
export function bodyOfAct(
  act: EngineAct,
  { chat, message, account }: { chat: string; message: ActMessage | null; account: string },
): { to: string; body: Body } {
  const quotedId = message?.waMessageId ?? '';
  switch (act.kind) {
    case 'react':
      return { to: chat, body: { kind: 'reaction', text: act.emoji, quotedId } };
    case 'edit':
      return { to: chat, body: { kind: 'edit', text: act.text, quotedId } };
    case 'delete':
      return { to: chat, body: { kind: 'deletion', text: '', quotedId } };
    case 'pin-message': {
      const { isPinned, seconds } = act;
      return { to: chat, body: { kind: 'message-pin', text: '', quotedId, isPinned, seconds } };
    }
    case 'star': {
      const { isStarred } = act;
      return {
        to: account,
        body: { kind: 'star', text: '', quotedId, chat, writer: message?.writer ?? account, isStarred },
      };
    }
    case 'read':
      return { to: account, body: { kind: 'read', text: '', chat, ...(act.isRead ? {} : { isUnread: true }) } };
    case 'archive':
      return { to: account, body: { kind: 'setting', text: '', chat, isArchived: act.isArchived } };
    case 'pin':
      return { to: account, body: { kind: 'setting', text: '', chat, isPinned: act.isPinned } };
    case 'mute':
      return { to: account, body: { kind: 'setting', text: '', chat, mutedUntilMs: act.untilMs } };
  }
}

/** What the network tells, in its order. What the owner has read is told of the chat instead. */
export type SimulatorNews = { message: IncomingMessage } | { change: MessageChange };

/** A message of the network as the driver of `account` tells it. */
export function newsOf(told: NetworkMessage, account: string): SimulatorNews | null {
  const { id, chat, from, body, acceptedAtMs: atMs } = told;
  const waMessageId = body.quotedId ?? '';
  switch (body.kind) {
    case 'read':
    case 'setting':
    case 'message-pin':
      return null;
    case 'star': {
      const { writer, isStarred } = body;
      return { change: { chat: body.chat, waMessageId, writer, atMs, change: { kind: 'starred', isStarred } } };
    }
    case 'edit':
    case 'deletion': {
      const change = body.kind === 'edit' ? ({ kind: 'edited', text: body.text } as const) : DELETED;
      return { change: { chat: chat === account ? from : chat, waMessageId, writer: from, atMs, change } };
    }
    default:
      return {
        message: {
          waMessageId: id,
          chat: chat === account ? from : chat,
          from,
          kind: body.kind,
          text: body.text,
          atMs,
          ...(from === account ? { fromMe: true } : {}),
          ...detailsOf(told),
          ...(body.kind === 'media' ? { media: mediaOf(body) } : {}),
          ...(body.kind === 'poll' ? { options: body.options } : {}),
          ...(body.kind === 'vote' ? { choices: body.options } : {}),
        },
      };
  }
}

const DELETED = { kind: 'deleted' } as const;

const detailsOf = ({ body, pushName, quotedText }: NetworkMessage) => ({
  ...(body.quotedId === undefined ? {} : { quotedId: body.quotedId }),
  ...(body.isForwarded ? { isForwarded: true } : {}),
  ...(pushName === undefined ? {} : { pushName }),
  ...(quotedText === undefined ? {} : { quotedText }),
});

const mediaOf = ({ media, mimeType, fileName, bytes, sha256 }: Extract<Body, { kind: 'media' }>) => ({
  ...{ media, mimeType, fileName, bytes },
  source: sha256,
});

import { createHash } from 'node:crypto';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ActMessage, MessageChange } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import { mentionsOf } from '@switchyard/contracts/messages/mentions';
import type { Body, NetworkMessage } from '@switchyard/whatsapp-simulator/frames';
import type { DriverContext, IncomingMessage, SendRequest } from '../driver.ts';

/** Maximum uploads to the network to remember. */
const MAX_UPLOADS = 1_000;

/** Converts messages for the simulated network. A file is uploaded once for all messages that use it. */
export class OutgoingBodies {
  readonly #file: DriverContext['file'];
  readonly #hashes = new Map<string, Promise<string>>();

  constructor(file: DriverContext['file']) {
    this.#file = file;
  }

  /**
   * The message in the network's format.
   * @param upload sends a file to the network, ahead of later messages
   * @throws what `DriverContext.file` rejects with
   */
  async of({ to, body, quote }: SendRequest, upload: (content: Uint8Array) => void): Promise<Body> {
    const mentions = mentionsOf(to, body.text);
    const context = {
      ...(quote ? { quotedId: quote.waMessageId } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
    };
    if (body.kind !== 'media') return { ...body, ...context };
    const { kind, text, media, mimeType, fileName, bytes } = body;
    const sha256 = await this.#hashOf(body.fileId, upload);
    return { kind, text, media, mimeType, fileName: fileName || null, bytes, sha256, ...context };
  }

  /** Removes the upload of this message's file, which the network has lost. */
  forget(body: MessageBody): void {
    if (body.kind === 'media') this.#hashes.delete(body.fileId);
  }

  #hashOf(fileId: string, upload: (content: Uint8Array) => void): Promise<string> {
    const uploaded = this.#hashes.get(fileId);
    if (uploaded) return uploaded;
    if (this.#hashes.size >= MAX_UPLOADS) this.#hashes.clear();
    const hash = this.#file(fileId).then((content) => {
      upload(content);
      return createHash('sha256').update(content).digest('hex');
    });
    this.#hashes.set(fileId, hash);
    hash.catch(() => this.#hashes.delete(fileId));
    return hash;
  }
}

/**
 * An act in the network's format, with its recipient: acts that only concern the account's own devices go to the
 * account.
 */
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

/** An event of the network. The owner's reading is reported for the chat instead. */
export type SimulatorUpdate = { message: IncomingMessage } | { change: MessageChange };

/** Converts a message of the network to an event of `account`'s driver. */
export function toUpdate(message: NetworkMessage, account: string): SimulatorUpdate | null {
  const { id, chat, from, body, acceptedAtMs: atMs } = message;
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
          ...detailsOf(message),
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

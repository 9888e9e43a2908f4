import type { Body, StoredMessage } from '../websocket/frames.ts';
import type { PageMessage, ReceivedMessage } from './page-globals.ts';
import type { MessageKey, Wid, WppWords } from './wpp-words.ts';

/** WhatsApp Web's message models: they refer to their chats and can't be cloned. */
export interface WppModels {
  /** The network's address of the chat that an incoming message belongs to. */
  remoteOf(message: StoredMessage): string;
  keyOf(message: StoredMessage): MessageKey;
  received(message: ReceivedMessage): Model;
  sent(message: PageMessage): Model;
}
export interface Model {
  id: MessageKey;
  t: number;
  [property: string]: unknown;
}

/** Serialized and run in the page, so it can't use anything from this module. */
export function wppModels(words: WppWords, me: () => Wid): WppModels {
  const TYPES: Partial<Record<Body['kind'], string>> = { text: 'chat', poll: 'poll_creation', other: 'location' };
  const isOwn = ({ from }: StoredMessage) => String(words.wid(from)) === String(me());
  const remoteOf = (message: StoredMessage) =>
    message.chat.endsWith('@g.us') || isOwn(message) ? message.chat : message.from;

  function keyOf(message: StoredMessage): MessageKey {
    const remote = words.wid(remoteOf(message));
    return words.messageKey(isOwn(message), remote, message.id, remote.isGroup() ? words.wid(message.from) : undefined);
  }

  function contentOf(body: Body): Record<string, unknown> {
    const quoted = {
      ...(body.quotedId === undefined ? {} : { quotedStanzaID: body.quotedId }),
      ...(body.isForwarded ? { isForwarded: true } : {}),
    };
    if (body.kind === 'media') {
      const { media, mimeType: mimetype, fileName, bytes: size } = body;
      const type = media === 'voice' ? 'ptt' : media;
      // The body of a file is its preview. A document without a caption shows its name.
      const caption = body.text || (type === 'document' ? (fileName ?? '') : '');
      return { type, body: '/9j/4AAQ', caption, mimetype, size, filename: fileName ?? undefined, ...quoted };
    }
    const type = TYPES[body.kind] ?? body.kind;
    if (body.kind !== 'poll') return { type, body: body.text, ...quoted };
    const pollOptions = body.options.map((name, localId) => ({ name, localId }));
    return { type, pollName: body.text, pollOptions, pollSelectableOptionsCount: body.selectable, ...quoted };
  }

  return {
    remoteOf,
    keyOf,
    received({ message, isRevoked = false, isStarred = false }) {
      const remote = words.wid(remoteOf(message));
      const { pushName, quotedText } = message;
      return {
        ...contentOf(message.body),
        ...(isRevoked ? { type: 'revoked', body: '' } : {}),
        ...(quotedText === undefined ? {} : { quotedMsg: { type: 'chat', body: quotedText } }),
        ...(pushName === undefined ? {} : { notifyName: pushName }),
        star: isStarred,
        id: keyOf(message),
        from: isOwn(message) ? me() : remote,
        author: remote.isGroup() ? words.wid(message.from) : undefined,
        to: isOwn(message) ? remote : me(),
        t: Math.floor(message.acceptedAtMs / 1_000),
        isNewMsg: true,
        chat: { id: remote, open: () => undefined },
      };
    },
    sent(message) {
      const to = words.wid(message.to);
      const { key, body, ack, t, isRevoked = false, isStarred = false } = message;
      return {
        ...contentOf(body),
        ...(isRevoked ? { type: 'revoked', body: '' } : {}),
        star: isStarred,
        isNewMsg: true,
        id: words.parseKey(key),
        from: me(),
        to,
        ack,
        t,
        chat: { id: to, open: () => undefined },
      };
    },
  };
}

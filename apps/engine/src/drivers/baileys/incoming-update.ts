import type { MessageChange } from '@switchyard/contracts/engine/protocol';
import { normalizeMessageContent, proto, type WAMessage } from 'baileys';
import type { IncomingMessage } from '../driver.ts';
import { addressOf } from './addresses.ts';
import { parseContent, type Reader, voteOf } from './parse-content.ts';

/** A stanza's content for people. */
export type IncomingUpdate = { message: IncomingMessage } | { change: MessageChange };

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

/**
 * Parses what somebody wrote or changed; null for stanzas without content for people (keys, settings, status posts).
 */
export async function parseIncoming(
  { key, message, messageTimestamp, pushName }: WAMessage,
  reader: Reader,
): Promise<IncomingUpdate | null> {
  // Messages that the owner sent from another device are wrapped.
  const content = normalizeMessageContent((key.fromMe && message?.deviceSentMessage?.message) || message);
  const { remoteJid, id } = key;
  if (!id || !remoteJid || !content || !/@(s\.whatsapp\.net|lid|g\.us)$/.test(remoteJid)) return null;
  const own = reader.ownJids.map(addressOf);
  const resolveAddress = (jid: string, alternative: string | null | undefined) => {
    const alternativeAddress = alternative && addressOf(alternative);
    return jid.endsWith('@lid') && alternativeAddress && !(key.fromMe && own.includes(alternativeAddress))
      ? alternativeAddress
      : addressOf(jid);
  };
  const chat = resolveAddress(remoteJid, key.remoteJidAlt);
  const writer = key.participant ? resolveAddress(key.participant, key.participantAlt) : chat;
  const from = key.fromMe ? (own[0] ?? writer) : writer;
  const atMs = Number(messageTimestamp ?? 0) * 1_000;
  if (content.protocolMessage) return changeOf(content.protocolMessage, { chat, from, atMs });
  const parsed = content.pollUpdateMessage
    ? await voteOf(content.pollUpdateMessage, key, reader)
    : parseContent(content, key);
  if (!parsed) return null;
  const name = key.fromMe ? null : pushName;
  return {
    message: {
      ...{ waMessageId: id, chat, from, ...parsed, atMs },
      ...(key.fromMe ? { fromMe: true } : {}),
      ...(name ? { pushName: name } : {}),
    },
  };
}

/**
 * A change names its message by id only, so the message must be the writer's own. In a group, an admin may delete other
 * people's messages.
 */
function changeOf(
  { type, key, editedMessage }: proto.Message.IProtocolMessage,
  { chat, from, atMs }: { chat: string; from: string; atMs: number },
): IncomingUpdate | null {
  const waMessageId = key?.id;
  if (!waMessageId) return null;
  if (type === MESSAGE_EDIT) {
    const content = parseContent(normalizeMessageContent(editedMessage) ?? {}, key);
    return (
      content && { change: { chat, waMessageId, writer: from, atMs, change: { kind: 'edited', text: content.text } } }
    );
  }
  if (type !== REVOKE) return null;
  const writer = chat.endsWith('@g.us') && !key.fromMe && key.participant ? addressOf(key.participant) : from;
  return { change: { chat, waMessageId, writer, atMs, change: { kind: 'deleted' } } };
}

import type { MessageChange } from '@switchyard/contracts/engine/protocol';
import { normalizeMessageContent, proto, type WAMessage } from 'baileys';
import type { IncomingMessage } from '../driver.ts';
import { addressOf } from './addresses.ts';
import { parseContent, type Reader, voteOf } from './incoming-words.ts';

/** What a stanza of WhatsApp's says to people. */
export type IncomingUpdate = { message: IncomingMessage } | { change: MessageChange };

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

/**
 * What somebody said or changed, in the engine's words; null for what says nothing to people (keys, settings, status
 * posts).
 */
export async function parseIncoming(
  { key, message, messageTimestamp, pushName }: WAMessage,
  reader: Reader,
): Promise<IncomingUpdate | null> {
  // What the owner has sent from elsewhere is wrapped.
  const content = normalizeMessageContent((key.fromMe && message?.deviceSentMessage?.message) || message);
  const { remoteJid, id } = key;
  if (!id || !remoteJid || !content || !/@(s\.whatsapp\.net|lid|g\.us)$/.test(remoteJid)) return null;
  const own = reader.ownJids.map(addressOf);
  const known = (jid: string, alternative: string | null | undefined) => {
    const other = alternative && addressOf(alternative);
    return jid.endsWith('@lid') && other && !(key.fromMe && own.includes(other)) ? other : addressOf(jid);
  };
  const chat = known(remoteJid, key.remoteJidAlt);
  const writer = key.participant ? known(key.participant, key.participantAlt) : chat;
  const from = key.fromMe ? (own[0] ?? writer) : writer;
  const atMs = Number(messageTimestamp ?? 0) * 1_000;
  if (content.protocolMessage) return changeOf(content.protocolMessage, { chat, from, atMs });
  const said = content.pollUpdateMessage
    ? await voteOf(content.pollUpdateMessage, key, reader)
    : parseContent(content, key);
  if (!said) return null;
  const name = key.fromMe ? null : pushName;
  return {
    message: {
      ...{ waMessageId: id, chat, from, ...said, atMs },
      ...(key.fromMe ? { fromMe: true } : {}),
      ...(name ? { pushName: name } : {}),
    },
  };
}

/**
 * Whoever changes a message names it by its id alone: so it must be the writer's own. In a group an admin takes back
 * what others wrote.
 */
function changeOf(
  { type, key, editedMessage }: proto.Message.IProtocolMessage,
  { chat, from, atMs }: { chat: string; from: string; atMs: number },
): IncomingUpdate | null {
  const waMessageId = key?.id;
  if (!waMessageId) return null;
  if (type === MESSAGE_EDIT) {
    const words = parseContent(normalizeMessageContent(editedMessage) ?? {}, key);
    return words && { change: { chat, waMessageId, writer: from, atMs, change: { kind: 'edited', text: words.text } } };
  }
  if (type !== REVOKE) return null;
  const writer = chat.endsWith('@g.us') && !key.fromMe && key.participant ? addressOf(key.participant) : from;
  return { change: { chat, waMessageId, writer, atMs, change: { kind: 'deleted' } } };
}

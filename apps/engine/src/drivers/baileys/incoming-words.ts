import { createHash } from 'node:crypto';
import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/message-limits';
import {
  decryptPollVote,
  getContentType,
  jidNormalizedUser,
  normalizeMessageContent,
  type proto,
  type WAMessage,
} from 'baileys';
import type { DriverContext, IncomingMessage } from '../driver.ts';
import { addressOf } from './addresses.ts';
import { pollSecretOf } from './outgoing-messages.ts';

/** WhatsApp's own limit. What is longer comes from no client of WhatsApp's, and could not be kept. */

/** Whose votes can be read: those in polls of this account. */
export interface Reader {
  /** The account's own addresses, by number and hidden. */
  ownJids: string[];
  deviceSecret: string;
  content: DriverContext['content'];
}

/**
 * What somebody else said, in the engine's words; null for our own messages and for those that say nothing to people (keys, settings, edits, status posts).
 * A vote is `other`, and its text the chosen options.
 */
export async function incomingOf(
  { key, message, messageTimestamp }: WAMessage,
  reader: Reader,
): Promise<IncomingMessage | null> {
  const content = normalizeMessageContent(message);
  const { remoteJid, id } = key;
  if (key.fromMe || !id || !remoteJid || !content || !/@(s\.whatsapp\.net|lid|g\.us)$/.test(remoteJid)) return null;
  const said = content.pollUpdateMessage ? await voteOf(content.pollUpdateMessage, key, reader) : wordsOf(content);
  if (!said) return null;
  const known = (jid: string, alternative: string | null | undefined) =>
    addressOf(jid.endsWith('@lid') && alternative ? alternative : jid);
  const chat = known(remoteJid, key.remoteJidAlt);
  const from = key.participant ? known(key.participant, key.participantAlt) : chat;
  const text = said.text.slice(0, MAX_MESSAGE_LENGTH);
  return { waMessageId: id, chat, from, ...said, text, atMs: Number(messageTimestamp ?? 0) * 1_000 };
}

type Words = Pick<IncomingMessage, 'kind' | 'text' | 'media' | 'quotedId'>;

function wordsOf(content: proto.IMessage): Words | null {
  const type = getContentType(content);
  if (!type || content.protocolMessage) return null;
  const quotedId = contextOf(content, type)?.stanzaId;
  const answers = quotedId ? { quotedId } : {};
  const text = content.conversation ?? content.extendedTextMessage?.text;
  if (text !== null && text !== undefined) return { kind: 'text', text, ...answers };
  const file: proto.Message.IDocumentMessage | null | undefined =
    content.imageMessage ??
    content.videoMessage ??
    content.audioMessage ??
    content.documentMessage ??
    content.stickerMessage;
  if (file) {
    const media = { mimeType: file.mimetype ?? '', fileName: file.fileName || null };
    return { kind: 'media', text: file.caption ?? '', media, ...answers };
  }
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  if (poll) return { kind: 'poll', text: poll.name ?? '', ...answers };
  const reaction = content.reactionMessage;
  if (reaction) return { kind: 'reaction', text: reaction.text ?? '', quotedId: reaction.key?.id ?? '' };
  return { kind: 'other', text: '', ...answers };
}

function contextOf(content: proto.IMessage, type: keyof proto.IMessage): proto.IContextInfo | null {
  const inner = content[type];
  if (typeof inner !== 'object' || inner === null || !('contextInfo' in inner)) return null;
  return (inner.contextInfo as proto.IContextInfo | null | undefined) ?? null;
}

async function voteOf(
  { pollCreationMessageKey, vote }: proto.Message.IPollUpdateMessage,
  { remoteJid, remoteJidAlt, participant, participantAlt }: WAMessage['key'],
  { ownJids, deviceSecret, content }: Reader,
): Promise<Words> {
  const pollMsgId = pollCreationMessageKey?.id ?? '';
  const poll = await content(pollMsgId);
  const unread: Words = { kind: 'other', text: '', quotedId: pollMsgId };
  if (poll?.kind !== 'poll' || !vote) return unread;
  const pollEncKey = pollSecretOf(pollMsgId, deviceSecret);
  const voters = participant ? [participant, participantAlt] : [remoteJid, remoteJidAlt];
  // Each side may have been named by its number or by its hidden address.
  for (const pollCreatorJid of ownJids.map(jidNormalizedUser)) {
    for (const voterJid of voters.flatMap((jid) => (jid ? jidNormalizedUser(jid) : []))) {
      try {
        const { selectedOptions } = decryptPollVote(vote, { pollCreatorJid, pollMsgId, pollEncKey, voterJid });
        const chosen = new Set((selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex')));
        const hashOf = (option: string) => createHash('sha256').update(option).digest('hex');
        return { ...unread, text: poll.options.filter((option) => chosen.has(hashOf(option))).join(', ') };
      } catch {
        // Not these addresses.
      }
    }
  }
  return unread;
}

import { createHash } from 'node:crypto';
import {
  decryptPollVote,
  getContentType,
  jidNormalizedUser,
  normalizeMessageContent,
  type proto,
  type WAMessage,
} from 'baileys';
import type { DriverContext, IncomingMessage } from '../driver.ts';
import { sourceOf } from './incoming-files.ts';
import { FILE_FIELDS, pollSecretOf } from './outgoing-messages.ts';

/** The account whose polls' votes can be read. */
export interface Reader {
  /** The account's own addresses: by number, and hidden. */
  ownJids: string[];
  deviceSecret: string;
  content: DriverContext['content'];
}

type ParsedContent = Omit<IncomingMessage, 'waMessageId' | 'chat' | 'from' | 'atMs'>;

/** Fields common to all kinds of files. */
type FileMessage = proto.Message.IDocumentMessage & { ptt?: boolean | null };
type FileKind = keyof typeof FILE_FIELDS;
const FILE_KINDS = Object.keys(FILE_FIELDS) as FileKind[];

/**
 * Parses a message's content.
 * @param key names the message
 * @returns null if it has no content for people
 */
export function parseContent(content: proto.IMessage, key: WAMessage['key']): ParsedContent | null {
  const type = getContentType(content);
  if (!type || content.protocolMessage) return null;
  const { stanzaId: quotedId, quotedMessage, isForwarded } = contextOf(content, type) ?? {};
  const quoted = quotedId && quotedMessage ? normalizeMessageContent(quotedMessage) : null;
  const quotedText = quoted && textOf(quoted);
  const context = {
    ...(quotedId ? { quotedId } : {}),
    ...(quotedText ? { quotedText } : {}),
    ...(isForwarded ? { isForwarded: true } : {}),
  };
  const text = content.conversation ?? content.extendedTextMessage?.text;
  if (text !== null && text !== undefined) return { kind: 'text', text, ...context };
  const file = fileOf(content);
  if (file) {
    const { kind, message } = file;
    const bytes = Number(message.fileLength ?? 0);
    const media = {
      ...{ mimeType: message.mimetype ?? '', fileName: message.fileName || null, media: kind },
      ...(bytes > 0 ? { bytes } : {}),
      source: sourceOf(kind, message, key),
    };
    return { kind: 'media', text: message.caption ?? '', media, ...context };
  }
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  if (poll) {
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '');
    return { kind: 'poll', text: poll.name ?? '', options, ...context };
  }
  const reaction = content.reactionMessage;
  if (reaction) return { kind: 'reaction', text: reaction.text ?? '', quotedId: reaction.key?.id ?? '' };
  return { kind: 'other', text: '', ...context };
}

/** The message's own text, ignoring anything it quotes in turn. */
function textOf(content: proto.IMessage): string {
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  const ownText = content.conversation ?? content.extendedTextMessage?.text ?? fileOf(content)?.message.caption;
  return ownText ?? poll?.name ?? '';
}

function contextOf(content: proto.IMessage, type: keyof proto.IMessage): proto.IContextInfo | null {
  const inner = content[type];
  if (typeof inner !== 'object' || inner === null || !('contextInfo' in inner)) return null;
  return (inner.contextInfo as proto.IContextInfo | null | undefined) ?? null;
}

function fileOf(content: proto.IMessage): { kind: FileKind; message: FileMessage } | null {
  for (const kind of FILE_KINDS) {
    const message: FileMessage | null | undefined = content[FILE_FIELDS[kind]];
    if (message) return { kind: kind === 'audio' && message.ptt ? 'voice' : kind, message };
  }
  return null;
}

/** Parses a vote, with the chosen options if it can be decrypted. */
export async function voteOf(
  { pollCreationMessageKey, vote }: proto.Message.IPollUpdateMessage,
  { remoteJid, remoteJidAlt, participant, participantAlt, fromMe }: WAMessage['key'],
  { ownJids, deviceSecret, content }: Reader,
): Promise<ParsedContent> {
  const pollMsgId = pollCreationMessageKey?.id ?? '';
  const poll = await content(pollMsgId);
  const undecrypted: ParsedContent = { kind: 'vote', text: '', quotedId: pollMsgId };
  if (poll?.kind !== 'poll' || !vote) return undecrypted;
  const pollEncKey = pollSecretOf(pollMsgId, deviceSecret);
  const others = participant ? [participant, participantAlt] : [remoteJid, remoteJidAlt];
  const voters = fromMe ? ownJids : others;
  // Either side may be identified by its number or its hidden address.
  for (const pollCreatorJid of ownJids.map(jidNormalizedUser)) {
    for (const voterJid of voters.flatMap((jid) => (jid ? jidNormalizedUser(jid) : []))) {
      try {
        const { selectedOptions } = decryptPollVote(vote, { pollCreatorJid, pollMsgId, pollEncKey, voterJid });
        const chosen = new Set((selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex')));
        const hashOf = (option: string) => createHash('sha256').update(option).digest('hex');
        const choices = poll.options.filter((option) => chosen.has(hashOf(option)));
        return { ...undecrypted, text: choices.join(', '), choices };
      } catch {
        // Not these addresses.
      }
    }
  }
  return undecrypted;
}

import type { Chat } from '@switchyard/contracts/chats/operations';
import type { PublicAudience, PublicCampaign } from '@switchyard/contracts/public-api/audiences';
import type { PublicChat } from '@switchyard/contracts/public-api/chats';
import type { OutgoingMessage, PublicStatus, WaMessage } from '@switchyard/contracts/public-api/messages';
import type { PublicWebhook } from '@switchyard/contracts/public-api/webhooks';
import { inEnglish } from '@switchyard/contracts/text/text';
import type { Actor } from '../../platform/actor.ts';
import type { CampaignRow, Counts } from '../campaigns/index.ts';
import type { FoundMessage } from '../chats/index.ts';
import { type MessageRow, redactFor } from '../messages/index.ts';
import type { EndpointRow } from '../webhooks/index.ts';
import { presentKey, toJid } from './addresses.ts';

const iso = (date: Date | null): string | undefined => date?.toISOString();

/** Progress of a sent message: at WhatsApp's server, on the phone, read. */
const BY_ACK: PublicStatus[] = ['confirmed', 'confirmed', 'received', 'read'];

function statusOf({ status, ack }: Pick<MessageRow, 'status' | 'ack'>): PublicStatus {
  if (status === 'sent') return BY_ACK[ack] ?? 'read';
  return status === 'unknown' ? 'sent_pending_ack' : status;
}

/** URL of a file, readable with the same key. */
const fileUrl = (publicUrl: string, fileId: string): string => new URL(`/api/files/${fileId}`, publicUrl).href;

/** @param idIs `key` for a message known only by WhatsApp's key */
export function presentOutgoing(
  actor: Pick<Actor, 'onBehalfOf'>,
  toPublicMessage: MessageRow,
  { secret, publicUrl, idIs = 'own' }: { secret: string | undefined; publicUrl: string; idIs?: 'own' | 'key' },
): OutgoingMessage {
  const row = redactFor(actor, toPublicMessage);
  const { attachment } = row;
  const key = presentKey({ chat: row.recipient, waMessageId: row.waMessageId }, { fromMe: true, author: null });
  const status = statusOf(row);
  return {
    id: idIs === 'key' ? key._serialized : row.id,
    waMessageKey: key,
    to: toJid(row.recipient),
    type: attachment?.kind ?? 'text',
    ...(attachment?.kind === 'poll'
      ? {
          pollQuestion: row.body,
          pollOptions: attachment.options,
          pollAllowMultiple: attachment.selectable !== 1,
        }
      : row.body !== '' && { text: row.body }),
    ...(attachment?.kind === 'media' && {
      mediaUrl: fileUrl(publicUrl, attachment.fileId),
      mediaKind: attachment.media,
    }),
    status,
    sendAt: iso(row.dueAt),
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.status === 'sent' ? iso(row.sentAt) : undefined,
    receivedAt: iso(row.deliveredAt),
    readAt: iso(row.readAt),
    failedAt: row.status === 'failed' ? iso(row.updatedAt) : undefined,
    failureReason: row.sendFailureReason === null ? undefined : inEnglish(row.sendFailureReason),
    secret,
  };
}

const FILE_TYPES = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
  voice: 'ptt',
  sticker: 'sticker',
} as const;

function typeOf({ isDeleted, kind, media }: FoundMessage): string {
  if (isDeleted) return 'revoked';
  if (kind === 'poll') return 'poll_creation';
  if (kind === 'media') return FILE_TYPES[media?.media ?? 'document'];
  return kind === 'text' ? 'chat' : kind;
}

/** @param account the engine's own number; null if unknown */
export function presentWaMessage(message: FoundMessage, account: string | null, publicUrl: string): WaMessage {
  const { chat, fromMe, media, quotedId } = message;
  const writer = fromMe ? account : (message.from ?? chat);
  const fileId = media?.fileId;
  return {
    waMessageKey: presentKey(
      { chat, waMessageId: message.waMessageId },
      { fromMe, author: fromMe ? null : message.from },
    ),
    chatId: toJid(chat),
    from: toJid(writer ?? chat),
    author: chat.startsWith('+') || writer === null ? undefined : toJid(writer),
    senderName: message.fromName ?? undefined,
    timestamp: message.at,
    text: message.text === '' ? undefined : message.text,
    type: typeOf(message),
    fromMe,
    ack: ackOf(message),
    mediaUrl: fileId ? fileUrl(publicUrl, fileId) : undefined,
    filename: media?.fileName ?? undefined,
    quotedMessage:
      quotedId === null
        ? undefined
        : {
            waMessageKey: { fromMe: false, id: quotedId, remote: toJid(chat) },
            text: message.quotedText ?? undefined,
          },
  };
}

/** Delivery progress; undefined if unknown, or for an incoming message. */
export const ackOf = ({ hasFailed, ack }: FoundMessage): number | undefined => (hasFailed ? -1 : (ack ?? undefined));

export const presentChat = (chat: Chat): PublicChat => ({
  chatId: toJid(chat.chat),
  name: chat.name ?? undefined,
  chatType: chat.chat.startsWith('+') ? 'contact' : 'group',
  pinned: chat.isPinned ?? undefined,
  archived: chat.isArchived ?? undefined,
  lastMessageAt: chat.latest.at,
  unreadCount: chat.unread ?? undefined,
  markedUnread: false,
  lastMessageText: chat.latest.text === '' ? undefined : chat.latest.text,
  lastMessageFromMe: chat.latest.fromMe,
});

export const presentAudience = (row: {
  id: string;
  name: string;
  contacts: number;
  createdAt: Date;
}): PublicAudience => ({
  id: row.id,
  name: row.name,
  contactCount: row.contacts,
  createdAt: row.createdAt.toISOString(),
});

export const presentWebhook = (row: EndpointRow): PublicWebhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description ?? undefined,
  status: row.state,
  createdAt: row.createdAt.toISOString(),
});

type Receipts = { delivered: number; read: number };

function campaignStatus(
  row: CampaignRow,
  counts: Counts,
  { delivered }: Receipts,
  now: Date,
): PublicCampaign['status'] {
  if (row.state === 'cancelled') return 'aborted';
  if (row.state === 'completed') return delivered >= counts.sent ? 'complete_delivered' : 'complete_sent';
  return row.state === 'running' && row.startAt > now ? 'pending' : row.state;
}

export function presentCampaign(row: CampaignRow, counts: Counts, receipts: Receipts, now: Date): PublicCampaign {
  const { from } = row.audience;
  const status = campaignStatus(row, counts, receipts, now);
  const end = iso(row.finishedAt ?? row.updatedAt);
  return {
    cmpId: row.id,
    name: row.name,
    // Campaigns made in the web app may have another audience than a list.
    audienceId: from.kind === 'list' ? from.listId : from.kind,
    status,
    totalCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
    sentCount: counts.sent,
    deliveredCount: receipts.delivered,
    readCount: receipts.read,
    failedCount: counts.failed,
    createdAt: row.createdAt.toISOString(),
    startedAt: status === 'pending' ? undefined : iso(row.startAt),
    completedAt: row.state === 'completed' ? end : undefined,
    abortedAt: row.state === 'cancelled' ? end : undefined,
  };
}

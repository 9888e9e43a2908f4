import { z } from 'zod';
import { isGroupId } from '../chats/group-id.ts';

/** Formats an address as WhatsApp Web does: `447700900123@c.us`, `…@g.us`. */
export const whatsAppIdOf = (address: string): string =>
  isGroupId(address) ? address : `${address.replace(/^\+/, '')}@c.us`;

/** Converts a WhatsApp Web id to the stored address, E.164 or a group id; returns other ids unchanged. */
export const addressOf = (id: string): string => (/^\d+@c\.us$/.test(id) ? `+${id.slice(0, -'@c.us'.length)}` : id);

const serialized = z.object({ _serialized: z.string() });

/** A chat in a reply of the agent (spec 002 section 3). */
export const chatResult = z.object({
  _serialized: z.string(),
  /** Null if unknown. */
  name: z.string().nullable(),
  isGroup: z.boolean(),
  /** Time of the latest message, in seconds since 1970. */
  timestamp: z.number(),
  lastMessage: z.object({ type: z.string(), body: z.string(), author: z.string().nullable(), fromMe: z.boolean() }),
  /** Null if the engine does not report it. */
  unreadCount: z.number().nullable(),
  /** Null if it is not a group. */
  groupMetadata: z.object({ totalParticipants: z.number().nullable() }).nullable(),
  /** Messages received since the account last wrote. */
  unanswered: z.number(),
  engineId: z.string(),
});
export type ChatResult = z.infer<typeof chatResult>;

export const contactResult = z.object({
  id: serialized,
  name: z.string(),
  /** The name the contact chose on WhatsApp; null if unknown. */
  pushname: z.string().nullable(),
  shortName: z.string(),
  number: z.string(),
  isGroup: z.boolean(),
  isUser: z.boolean(),
  /** Null if unknown. */
  isWAContact: z.boolean().nullable(),
});
export type ContactResult = z.infer<typeof contactResult>;

export const messageResult = z.object({
  id: serialized,
  body: z.string(),
  fromMe: z.boolean(),
  /** Seconds since 1970. */
  timestamp: z.number(),
  type: z.string(),
  /** The author's number as WhatsApp Web writes it; null: the account itself. */
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  /** 0 pending, 1 sent, 2 delivered, 3 read; null for received messages. */
  ack: z.number().nullable(),
  isForwarded: z.boolean(),
  isStarred: z.boolean(),
  hasMedia: z.boolean(),
  hasQuotedMsg: z.boolean(),
});
export type MessageResult = z.infer<typeof messageResult>;

/** Message states as the agent shows them: in flight counts as pending, in doubt as failed. */
export const AGENT_STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;

export const scheduledResult = z.object({
  id: z.string(),
  recipientId: z.string(),
  recipientName: z.string(),
  scheduledAt: z.string(),
  status: z.enum(AGENT_STATUSES),
  message: z.string(),
  mediaUrl: z.string().nullable(),
  mediaType: z.string().nullable(),
  rrule: z.string().nullable(),
  createdAt: z.string(),
  /** Time zone of the scheduled wall-clock time, and that time. */
  zone: z.string(),
  dueLocal: z.string(),
  version: z.number(),
  failureReason: z.string().nullable(),
  canEdit: z.boolean(),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
});
export type ScheduledResult = z.infer<typeof scheduledResult>;

export const profilePicResult = z.object({
  contactId: z.string(),
  contactName: z.string(),
  profilePic: z.object({
    /** URL of the picture; null if there is none or this account may not see it. */
    eurl: z.string().nullable(),
    /** It was fetched more than a day ago, or could not be fetched now. */
    stale: z.boolean(),
  }),
});
export type ProfilePicResult = z.infer<typeof profilePicResult>;

/** A tool's result: one page of items and the total. */
export const listed = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), total: z.number() });

/** Results that have a widget, by tool name. */
export const toolResults = z.object({
  get_chats: z.array(chatResult).optional(),
  get_contacts: z.array(contactResult).optional(),
  get_messages: z.array(messageResult).optional(),
  get_scheduled_messages: z.array(scheduledResult).optional(),
  get_profile_pic: z.array(profilePicResult).optional(),
});

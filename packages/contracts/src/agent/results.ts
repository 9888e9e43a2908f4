import { z } from 'zod';
import { isGroupId } from '../chats/group-id.ts';

/** A number or group as WhatsApp Web writes it: `447700900123@c.us`, `…@g.us`. */
export const whatsAppIdOf = (address: string): string =>
  isGroupId(address) ? address : `${address.replace(/^\+/, '')}@c.us`;

/** The same as it is stored: E.164, or the group's id. What is neither stays as it is. */
export const addressOf = (id: string): string => (/^\d+@c\.us$/.test(id) ? `+${id.slice(0, -'@c.us'.length)}` : id);

const serialized = z.object({ _serialized: z.string() });

/** A chat in a reply of the agent (spec 002 section 3). */
export const chatResult = z.object({
  _serialized: z.string(),
  /** Null: nobody knows any. */
  name: z.string().nullable(),
  isGroup: z.boolean(),
  /** Of the latest message: seconds since 1970. */
  timestamp: z.number(),
  lastMessage: z.object({ type: z.string(), body: z.string(), author: z.string().nullable(), fromMe: z.boolean() }),
  /** Null: the engine does not say. */
  unreadCount: z.number().nullable(),
  /** Null: it is no group. */
  groupMetadata: z.object({ totalParticipants: z.number().nullable() }).nullable(),
  /** Messages that came in since the account last wrote. */
  unanswered: z.number(),
  engineId: z.string(),
});
export type ChatResult = z.infer<typeof chatResult>;

export const contactResult = z.object({
  id: serialized,
  name: z.string(),
  /** The name that they gave themselves on WhatsApp; null: not known. */
  pushname: z.string().nullable(),
  shortName: z.string(),
  number: z.string(),
  isGroup: z.boolean(),
  isUser: z.boolean(),
  /** Null: not known. */
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
  /** Who wrote it, as WhatsApp Web writes numbers; null: the account itself. */
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  /** 0 pending, 1 sent, 2 delivered, 3 read; null: it came in. */
  ack: z.number().nullable(),
  isForwarded: z.boolean(),
  isStarred: z.boolean(),
  hasMedia: z.boolean(),
  hasQuotedMsg: z.boolean(),
});
export type MessageResult = z.infer<typeof messageResult>;

/** As the agent shows how a message stands: one on its way is pending, one of which nobody can tell has failed. */
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
  /** The zone that its wall-clock time is meant in, and that time. */
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
    /** Where it can be read; null: there is none, or it is not shown to this account. */
    eurl: z.string().nullable(),
    /** It was fetched longer than a day ago, or could not be asked for now. */
    stale: z.boolean(),
  }),
});
export type ProfilePicResult = z.infer<typeof profilePicResult>;

/** What tools answer: one page, and how many there are in all. */
export const listed = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), total: z.number() });

/** The results that have a widget of their own, by the tools' names. */
export const toolResults = z.object({
  get_chats: z.array(chatResult).optional(),
  get_contacts: z.array(contactResult).optional(),
  get_messages: z.array(messageResult).optional(),
  get_scheduled_messages: z.array(scheduledResult).optional(),
  get_profile_pic: z.array(profilePicResult).optional(),
});

import { z } from 'zod';
import { zoneSource } from '../contacts/zone-source.ts';
import { entityId, instant } from '../entity.ts';
import { textSchema } from '../text/schema.ts';
import { MEDIA_TYPES, quotedMessage } from './body.ts';
import { MAX_CONTACT_NAME_LENGTH, MAX_FILE_BYTES, MAX_NAME_PART_LENGTH, MAX_POLL_OPTIONS } from './limits.ts';
import { MESSAGE_STATUSES } from './status.ts';

export const messageStatus = z.enum(MESSAGE_STATUSES);

/** Acknowledgement level: 0 pending, 1 sent (the server has it), 2 delivered, 3 read. */
export const ackLevel = z.number().int().min(0).max(3);

/** The first entry of `contactList` is the recipient. Names are optional; `id` is the WhatsApp id if known. */
export const contactEntry = z.object({
  mobile: z.string().max(32).optional(),
  name: z.string().max(MAX_CONTACT_NAME_LENGTH).optional(),
  formattedTitle: z.string().max(MAX_CONTACT_NAME_LENGTH).optional(),
  firstName: z.string().max(MAX_NAME_PART_LENGTH).optional(),
  lastName: z.string().max(MAX_NAME_PART_LENGTH).optional(),
  id: z.string().max(MAX_NAME_PART_LENGTH).optional(),
});
export type ContactEntry = z.infer<typeof contactEntry>;

/** Why a message has not been sent: the rule, a sentence for the user, and when the hold ends, if known. */
export const hold = z.object({
  rule: z.enum([
    'no_engine',
    'number_unchosen',
    'numbers_stopped',
    'engine_offline',
    'browser_closed',
    'not_due',
    'pacing',
    'gap',
    'daily_cap',
    'quiet_hours',
    'restricted',
    'retry_backoff',
    'queue_ahead',
    'in_doubt',
    'on_its_way',
    'engine_stopped',
    'plan',
    'campaign_paused',
    'overdue',
    'engine_gone',
  ]),
  text: z.string(),
  until: instant.nullable(),
});
export type Hold = z.infer<typeof hold>;

/** Kinds of messages by content (`packages/contracts/src/messages/body.ts`). */
export const MESSAGE_KINDS = ['text', 'media', 'poll'] as const;

/** Source of a message: a person in the web app, an import, an assistant, a bot or a campaign. */
export const MESSAGE_ORIGINS = ['web', 'import', 'agent', 'bot', 'campaign'] as const;
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number];

export const messageFile = z.object({
  fileId: entityId,
  media: z.enum(MEDIA_TYPES),
  mimeType: z.string(),
  fileName: z.string(),
  bytes: z.number().int().max(MAX_FILE_BYTES),
});
export type MessageFile = z.infer<typeof messageFile>;

export const messagePoll = z.object({
  options: z.array(z.string()).max(MAX_POLL_OPTIONS),
  /** How many options each person may choose; 0: any number. */
  selectable: z.number().int().min(0).max(MAX_POLL_OPTIONS),
});
export type MessagePoll = z.infer<typeof messagePoll>;

/** A scheduled message as the user sees it (spec 002 section 3, plus its state in the lane). */
export const message = z.object({
  _id: entityId,
  contactName: z.string(),
  contactList: z.array(contactEntry),
  status: messageStatus,
  ack: ackLevel,
  kind: z.enum(MESSAGE_KINDS),
  /** The text, the caption of the file (may be empty), or the question of the poll. */
  message: z.string(),
  attachment: messageFile.nullable(),
  poll: messagePoll.nullable(),
  /** The message it replies to. */
  quote: quotedMessage.nullable(),
  /** The due time. */
  dueDate: instant,
  /** The intended wall-clock time in `zone`, `YYYY-MM-DDTHH:mm[:ss]`. */
  dueLocal: z.string(),
  /** The time of day of `dueLocal`, `HH:mm`. */
  dueTime: z.string(),
  zone: z.string(),
  sentWith: z.string(),
  origin: z.enum(MESSAGE_ORIGINS),
  retryCount: z.number().int(),
  campaignId: z.string().nullable(),
  sendFailureReason: textSchema.nullable(),
  isRecurring: z.boolean(),
  /** The series it is an occurrence of. */
  seriesId: entityId.nullable(),
  verifyContact: z.boolean(),
  engineId: entityId.nullable(),
  version: z.number().int(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  deleted: z.boolean(),
  abilities: z.object({
    edit: z.boolean(),
    cancel: z.boolean(),
    restore: z.boolean(),
    resend: z.boolean(),
    remove: z.boolean(),
    resolve: z.boolean(),
  }),
});
export type Message = z.infer<typeof message>;

/** `paused`: by a person, or because the engine of its group was deleted. */
export const SERIES_STATES = ['active', 'paused', 'cancelled'] as const;

/** The rule and state of a series. */
export const recurrenceRule = z.object({
  /** RFC 5545 RRULE over wall-clock times in `zone`. */
  rule: z.string(),
  /** Wall-clock start of the recurrence. */
  start: z.string(),
  zone: z.string(),
  state: z.enum(SERIES_STATES),
  /** Why it is paused, unless a person paused it. */
  pausedBecause: textSchema.nullable(),
});
export type RecurrenceRule = z.infer<typeof recurrenceRule>;

export const messageDetail = message.extend({
  /** "Why not sent yet?": empty unless it is pending, or in flight for longer than a send takes. */
  holds: z.array(hold),
  /** When its lane last claimed it; null: never. */
  triedAt: instant.nullable(),
  /** The message that retries this failed one; null if none. */
  retriedAs: entityId.nullable(),
  /** The `quote` of a reply to this message; null if it is not on WhatsApp and cannot be quoted. */
  asQuote: quotedMessage.nullable(),
  /** Time zone of the recipient and its source; null for groups and completed messages. */
  recipientZone: z.object({ zone: z.string(), source: zoneSource }).nullable(),
  /** Its recurrence; `slot`: this occurrence's wall-clock time by the rule. Null if it does not recur. */
  series: recurrenceRule.extend({ slot: z.string() }).nullable(),
});

export type MessageDetail = z.infer<typeof messageDetail>;

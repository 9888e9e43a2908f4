import { z } from 'zod';
import { e164, entityId, instant, listQuery, page, zoneName } from './entity.ts';
import { fieldFault } from './errors.ts';
import { MEDIA_TYPES, quotedMessage } from './message-body.ts';
import { MAX_BATCH_SIZE, MAX_FILE_BYTES, MAX_POLL_OPTIONS } from './message-limits.ts';
import { MESSAGE_STATUSES } from './message-status.ts';
import { changes, reads } from './operation.ts';

export const messageStatus = z.enum(MESSAGE_STATUSES);
export { MESSAGE_STATUSES, type MessageStatus } from './message-status.ts';

/** Acknowledgement level: 0 pending, 1 sent (the server has it), 2 delivered, 3 read. */
export const ackLevel = z.number().int().min(0).max(3);

/** The first entry of `contactList` is the recipient. Names are optional; `id` is the WhatsApp id when known. */
export const contactEntry = z.object({
  mobile: z.string().max(32).optional(),
  name: z.string().max(256).optional(),
  formattedTitle: z.string().max(256).optional(),
  firstName: z.string().max(128).optional(),
  lastName: z.string().max(128).optional(),
  id: z.string().max(128).optional(),
});
export type ContactEntry = z.infer<typeof contactEntry>;

/** A rule that holds a pending message back: its name, a sentence for the user, and until when, if that is known. */
export const hold = z.object({
  rule: z.enum([
    'no_engine',
    'engine_offline',
    'not_due',
    'pacing',
    'daily_cap',
    'quiet_hours',
    'restricted',
    'retry_backoff',
    'queue_ahead',
  ]),
  text: z.string(),
  until: instant.nullable(),
});
export type Hold = z.infer<typeof hold>;

/** What a message is besides its words (`packages/contracts/src/message-body.ts`). */
export const MESSAGE_KINDS = ['text', 'media', 'poll'] as const;

/** Whose doing it is that a message is there: a person's in the web app, an import's, an assistant's, a bot's or a campaign's. */
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
  /** How many options one person may choose; 0: any number. */
  selectable: z.number().int().min(0).max(MAX_POLL_OPTIONS),
});
export type MessagePoll = z.infer<typeof messagePoll>;

/** A scheduled message as the user sees it (spec 002 section 3, and what the lane knows of it). */
export const message = z.object({
  _id: entityId,
  contactName: z.string(),
  contactList: z.array(contactEntry),
  status: messageStatus,
  ack: ackLevel,
  kind: z.enum(MESSAGE_KINDS),
  /** The text, the caption of the file (may be empty), the question of the poll. */
  message: z.string(),
  attachment: messageFile.nullable(),
  poll: messagePoll.nullable(),
  /** The message that it answers. */
  quote: quotedMessage.nullable(),
  /** The due moment. */
  dueDate: instant,
  /** The wall-clock time it was meant in, `YYYY-MM-DDTHH:mm[:ss]`, in `zone`. */
  dueLocal: z.string(),
  /** The time of day of `dueLocal`, `HH:mm`. */
  dueTime: z.string(),
  zone: z.string(),
  sentWith: z.string(),
  origin: z.enum(MESSAGE_ORIGINS),
  retryCount: z.number().int(),
  campaignId: z.string().nullable(),
  sendFailureReason: z.string().nullable(),
  isRecurring: z.boolean(),
  verifyContact: z.boolean(),
  engineId: entityId.nullable(),
  version: z.number().int(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  deleted: z.boolean(),
  abilities: z.object({ edit: z.boolean(), cancel: z.boolean(), remove: z.boolean(), resolve: z.boolean() }),
});
export type Message = z.infer<typeof message>;

export const messageDetail = message.extend({
  /** "Why not sent yet?": empty unless the status is pending. */
  holds: z.array(hold),
});

const dueFields = {
  /**
   * When to send. With an offset or `Z`: that instant. Without (`2026-12-01T09:30`): wall-clock time in `zone`.
   * Left out: now.
   */
  dueDate: z.string().max(40).optional(),
  /** IANA zone that a `dueDate` without offset is meant in; default: the workspace's zone. */
  zone: zoneName.optional(),
  /** A due date more than a minute in the past is refused unless this says `send-now`. */
  pastDue: z.enum(['refuse', 'send-now']).default('refuse'),
};

/** What a message may carry beside its words: a file or a poll. Null, or left out at creation: nothing. */
const carried = {
  /** A file uploaded to the workspace (`POST /api/files`); the message is its caption and may be empty. */
  attachment: z.object({ fileId: entityId }).nullish(),
  /** The message is the question. */
  poll: messagePoll.nullish(),
  quote: quotedMessage.nullish(),
};

/** The payload of spec 002 section 7. The recipient is `contactList[0].mobile`, or the workspace's contact named `contactName`. */
export const createMessage = z.object({
  contactName: z.string().max(256).optional(),
  message: z.string(),
  ...carried,
  ...dueFields,
  /** A row exported earlier keeps its status and is recorded without being sent again; anything but `pending` never enters a lane. */
  status: z.enum(['pending', 'sent', 'failed', 'cancelled']).default('pending'),
  contactList: z.array(contactEntry).max(1).default([]),
  verifyContact: z.boolean().default(false),
  isRecurring: z.boolean().default(false),
  sentWith: z.string().max(64).default('whatsapp'),
  retryCount: z.number().int().min(0).max(1_000_000).default(0),
  campaignId: z.string().max(128).nullish(),
});
export type CreateMessage = z.infer<typeof createMessage>;

export const batchResult = z.union([
  z.object({ row: z.number().int(), _id: entityId }),
  z.object({ row: z.number().int(), faults: z.array(fieldFault).min(1) }),
]);

/** Rows of a lane are counted up to here: counting a million would cost more than it tells. */
export const MAX_COUNTED = 10_000;

/** The lane of one engine now. Counts end at `MAX_COUNTED`. */
export const laneState = z.object({
  pending: z.number().int(),
  /** Pending and due: what the lane would send now if nothing held it. */
  due: z.number().int(),
  sending: z.number().int(),
  unknown: z.number().int(),
  /** The pending message whose turn is next, and what holds it. */
  next: z.object({ _id: entityId, contactName: z.string(), dueDate: instant, holds: z.array(hold) }).nullable(),
  /** Latest acknowledgements first. */
  acknowledgements: z.array(z.object({ _id: entityId, contactName: z.string(), ack: ackLevel, at: instant })),
});
export type LaneState = z.infer<typeof laneState>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 21:30');

/** What a user may set of a lane's pacing. Null: no limit. */
export const lanePacing = z.object({
  /** Messages a minute to contacts that the engine has written to before. */
  knownPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages a minute to contacts that it writes to for the first time. */
  newPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages that may go out at once after a pause. */
  burst: z.number().int().min(1).max(1_000),
  /** Messages a day, in the workspace's zone. */
  dailyCap: z.number().int().min(1).max(1_000_000).nullable(),
  /** Between these hours nothing goes out, in the contact's zone; both or neither. */
  quietFrom: timeOfDay.nullable(),
  quietTo: timeOfDay.nullable(),
});
export type LanePacing = z.infer<typeof lanePacing>;

/** What became of rows; and that rows were added, removed or changed beyond what the first can say: read the lists again. */
export const messagesLiveEvents = [
  z.object({
    type: z.literal('messages.changed'),
    changes: z.array(
      z.object({
        _id: entityId,
        status: messageStatus,
        ack: ackLevel,
        version: z.number().int(),
        sendFailureReason: z.string().nullable(),
        retryCount: z.number().int(),
        updatedAt: z.string(),
      }),
    ),
  }),
  z.object({ type: z.literal('messages.stale') }),
] as const;

export const messagesContract = {
  savePacing: changes('messages')
    .route({
      method: 'PUT',
      path: '/engines/{id}/pacing',
      tags: ['engines'],
      summary: 'How fast an engine may send, in force from its next message on',
    })
    .input(
      lanePacing.extend({ id: entityId }).superRefine(({ quietFrom, quietTo }, context) => {
        if ((quietFrom === null) === (quietTo === null)) return;
        const path = [quietFrom === null ? 'quietFrom' : 'quietTo'];
        context.addIssue({ code: 'custom', path, message: 'Quiet hours need both a beginning and an end.' });
      }),
    )
    .output(lanePacing),
  lane: reads('messages')
    .route({
      method: 'GET',
      path: '/engines/{id}/lane',
      tags: ['engines'],
      summary: 'What waits in the lane of an engine, and why; of any workspace for an admin',
    })
    .input(z.object({ id: entityId }))
    .output(laneState),
  list: reads('messages')
    .route({ method: 'GET', path: '/messages', tags: ['messages'], summary: 'List scheduled messages' })
    .input(
      listQuery.extend({
        status: z
          .string()
          .max(80)
          .optional()
          .describe('One status or several, separated by commas; `other` is any but sent, pending and failed.'),
        search: z
          .string()
          .max(200)
          .optional()
          .describe('Contains match on contact name, mobile and text, case-insensitive.'),
        contactName: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        contactMobile: z.string().max(64).optional().describe('Contains match.'),
        message: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        sentWith: z.string().max(64).optional().describe('Contains match, case-insensitive.'),
        sendFailureReason: z.string().max(200).optional().describe('Contains match, case-insensitive.'),
        campaignId: z.string().max(128).optional().describe('Contains match.'),
        dueFrom: instant.optional().describe('Due at or after.'),
        dueTo: instant.optional().describe('Due before.'),
        engineId: entityId.optional(),
      }),
    )
    .output(page(message)),
  get: reads('messages')
    .route({
      method: 'GET',
      path: '/messages/{id}',
      tags: ['messages'],
      summary: 'One message, and why it is not sent yet',
    })
    .input(z.object({ id: entityId }))
    .output(messageDetail),
  create: changes('messages')
    .route({ method: 'POST', path: '/messages', tags: ['messages'], successStatus: 201, summary: 'Schedule a message' })
    .input(createMessage)
    .output(message),
  createBatch: changes('messages')
    .route({
      method: 'POST',
      path: '/messages/batch',
      tags: ['messages'],
      summary: 'Schedule many messages; a result for each row',
    })
    .input(
      z.object({
        /** Names this import: the same import and row number again create nothing new and answer with the first row's id. */
        importId: entityId,
        /** `row` is the caller's number for it (the spreadsheet row), unique within the import. A row that is refused does not stop the others. */
        rows: z
          .array(z.object({ row: z.number().int().min(1), message: z.unknown() }))
          .min(1)
          .max(MAX_BATCH_SIZE),
      }),
    )
    .output(z.object({ results: z.array(batchResult) })),
  update: changes('messages')
    .route({
      method: 'PATCH',
      path: '/messages/{id}',
      tags: ['messages'],
      summary: 'Edit or reschedule a pending message',
    })
    .input(
      z.object({
        id: entityId,
        version: z.number().int(),
        message: z.string().optional(),
        /** What is left out stays; null takes it away. */
        ...carried,
        contactName: z.string().max(256).optional(),
        contactList: z.array(contactEntry).max(1).optional(),
        ...dueFields,
      }),
    )
    .output(message),
  cancel: changes('messages')
    .route({ method: 'POST', path: '/messages/{id}/cancel', tags: ['messages'], summary: 'Cancel a pending message' })
    .input(z.object({ id: entityId, version: z.number().int() }))
    .output(message),
  /** A person's decision about a message in `unknown`: it did arrive (`sent`), or it did not and must not be tried again (`failed`). */
  resolve: changes('messages')
    .route({
      method: 'POST',
      path: '/messages/{id}/resolve',
      tags: ['messages'],
      summary: 'Settle a message whose fate is unknown',
    })
    .input(z.object({ id: entityId, version: z.number().int(), as: z.enum(['sent', 'failed']) }))
    .output(message),
  remove: changes('messages')
    .route({
      method: 'DELETE',
      path: '/messages/{id}',
      tags: ['messages'],
      summary: 'Remove a message that is not waiting or on its way',
    })
    .input(z.object({ id: entityId }))
    .output(z.object({ _id: entityId })),
};

export { e164 };

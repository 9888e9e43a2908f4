import { z } from 'zod';
import { entityId, zoneName } from '../entity.ts';
import { fieldFault } from '../errors.ts';
import { mutation, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { MEDIA_TYPES, quotedMessage } from './body.ts';
import {
  MAX_BATCH_SIZE,
  MAX_CAMPAIGN_ID_LENGTH,
  MAX_EXCEPTIONS,
  MAX_RECIPIENTS,
  MAX_RULE_LENGTH,
  MAX_SENT_WITH_LENGTH,
} from './limits.ts';
import { contactEntry, message, messagePoll } from './message.ts';

const wallClock = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, schemaFault('wallTime'));

const dueFields = {
  /**
   * When to send. With an offset or `Z`: that instant. Without (`2026-12-01T09:30`): wall-clock time in `zone`.
   * `now`, or omitted for a new message: now.
   */
  dueDate: z.string().max(40).optional(),
  /** IANA time zone of a `dueDate` without offset; defaults to the workspace's. */
  zone: zoneName.optional(),
  /** A due date more than a minute in the past is refused unless this is `send-now`. */
  pastDue: z.enum(['refuse', 'send-now']).default('refuse'),
};

/**
 * Recurrence of a message from its due date on, in wall-clock time: the first occurrence is at or after the due date.
 */
export const newRecurrence = z.object({
  /**
   * RFC 5545 RRULE such as `FREQ=MONTHLY;BYDAY=-1FR`, at most daily; an end in UTC (`Z`) is read as wall-clock time at
   * that instant.
   */
  rule: z.string().max(MAX_RULE_LENGTH),
  /** Wall-clock times of excluded occurrences (EXDATE). */
  except: z.array(wallClock).max(MAX_EXCEPTIONS).default([]),
});

/** Optional extras: a file, a poll or a quote. Null, or omitted at creation: none. */
const extras = {
  /** A file uploaded to the workspace (`POST /api/files`); the message is its caption and may be empty. */
  attachment: z
    .object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional().describe('Defaults to the type of the file.') })
    .nullish(),
  /** The message is the question. */
  poll: messagePoll.nullish(),
  quote: quotedMessage.nullish(),
};

/** Fields stored as given. */
const fieldsAsGiven = {
  /**
   * A row exported earlier keeps its status and is recorded without being sent again; only `pending` messages enter a
   * lane.
   */
  status: z.enum(['pending', 'sent', 'failed', 'cancelled']).default('pending'),
  verifyContact: z.boolean().default(false),
  /** From an earlier export; true for every message with a `recurrence`. */
  isRecurring: z.boolean().default(false),
  retryCount: z.number().int().min(0).max(1_000_000).default(0),
};
export const FIELDS_AS_GIVEN = Object.keys(fieldsAsGiven) as (keyof typeof fieldsAsGiven)[];

/**
 * The payload of spec 002 section 7. The recipient is `contactList[0].mobile`, or the workspace's contact named
 * `contactName`.
 */
export const createMessage = z.object({
  contactName: z.string().max(256).optional(),
  message: z.string(),
  ...extras,
  ...dueFields,
  ...fieldsAsGiven,
  contactList: z.array(contactEntry).max(1).default([]),
  /**
   * The engine whose number to send from. Defaults to the chat's latest engine, else the workspace's default, else the
   * only connected one.
   */
  engineId: entityId.nullish(),
  /** Makes it the first of a series; later messages are created two months ahead. The first one is returned. */
  recurrence: newRecurrence.nullish(),
  sentWith: z.string().max(MAX_SENT_WITH_LENGTH).default('whatsapp'),
  campaignId: z.string().max(MAX_CAMPAIGN_ID_LENGTH).nullish(),
});
export type CreateMessage = z.infer<typeof createMessage>;

/** One message to several recipients. */
const messageForSeveral = createMessage
  .pick({
    message: true,
    attachment: true,
    poll: true,
    dueDate: true,
    zone: true,
    pastDue: true,
    recurrence: true,
    engineId: true,
  })
  .extend({
    recipients: z
      .array(createMessage.pick({ contactName: true, contactList: true }))
      .min(1)
      .max(MAX_RECIPIENTS, schemaFault('mostRecipients', { maximum: MAX_RECIPIENTS })),
    /** Fills `{name|there}` in the text for each recipient; otherwise braces are literal. */
    fill: z.boolean().default(false),
    /** Interprets a `dueDate` without offset in each recipient's own time zone. */
    byTheirClock: z.boolean().default(false),
  });
export type MessageForSeveral = z.infer<typeof messageForSeveral>;

/** Editable fields; omitted ones are unchanged, null removes one. */
const editFields = {
  message: z.string().optional(),
  ...extras,
  contactName: z.string().max(256).optional(),
  contactList: z.array(contactEntry).max(1).optional(),
  ...dueFields,
};

export const batchResult = z.union([
  z.object({ row: z.number().int(), _id: entityId }),
  z.object({ row: z.number().int(), faults: z.array(fieldFault).min(1) }),
]);

/** For requests that create one message. */
export const idempotencyKey = entityId
  .optional()
  .describe('Client-generated: repeating a request with the same key creates nothing and returns the first message.');

const at = routesUnder('messages');

export const newMessageOperations = {
  create: mutation('messages')
    .route(at.post('/messages', 'Schedule a message', { successStatus: 201 }))
    .input(createMessage.extend({ idempotencyKey }).strict())
    .output(message),
  createForSeveral: mutation('messages')
    .route(
      at.post(
        '/messages/for-several',
        'Schedule a message for several recipients: for all, or for none if one is invalid',
        { successStatus: 201 },
      ),
    )
    .input(messageForSeveral.strict())
    .output(z.object({ messages: z.array(message) })),
  createBatch: mutation('messages')
    .route(at.post('/messages/batch', 'Schedule many messages, with a result per row'))
    .input(
      z.object({
        /**
         * Identifies this import: repeating an import and row number creates nothing and returns the first row's id.
         */
        importId: entityId,
        /**
         * `row` is the caller's row number (such as in the spreadsheet), unique within the import. A refused row does
         * not affect others.
         */
        rows: z
          .array(z.object({ row: z.number().int().min(1), message: z.unknown() }))
          .min(1)
          .max(MAX_BATCH_SIZE),
      }),
    )
    .output(z.object({ results: z.array(batchResult) })),
  update: mutation('messages')
    .route(at.patch('/messages/{id}', 'Edit or reschedule a pending message'))
    .input(
      z.object({
        id: entityId,
        version: z.number().int(),
        ...editFields,
        /**
         * `wait` is for undo: a past due date is stored, and the message waits as before. If it is over an hour late, a
         * person is asked first.
         */
        pastDue: z.enum(['refuse', 'send-now', 'wait']).default('refuse'),
      }),
    )
    .output(message),
  /** The failed message is unchanged; without `dueDate` the new one is due now. */
  resend: mutation('messages')
    .route(at.post('/messages/{id}/resend', 'Resend a failed message as a new one', { successStatus: 201 }))
    .input(z.object({ id: entityId, version: z.number().int(), ...editFields }))
    .output(message),
};

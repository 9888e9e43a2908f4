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
   * `now`, or left out of a new message: now.
   */
  dueDate: z.string().max(40).optional(),
  /** IANA zone that a `dueDate` without offset is meant in; default: the workspace's zone. */
  zone: zoneName.optional(),
  /** A due date more than a minute in the past is refused unless this says `send-now`. */
  pastDue: z.enum(['refuse', 'send-now']).default('refuse'),
};

/**
 * How a message recurs from its due date on, in wall-clock time: the due date is the first that fits the rule, or
 * before it.
 */
export const newRecurrence = z.object({
  /**
   * RRULE of RFC 5545, such as `FREQ=MONTHLY;BYDAY=-1FR`; daily at most, an end in UTC (`Z`) is taken as what the wall
   * shows then.
   */
  rule: z.string().max(MAX_RULE_LENGTH),
  /** Wall-clock times of occurrences that are left out (EXDATE). */
  except: z.array(wallClock).max(MAX_EXCEPTIONS).default([]),
});

/** What a message may carry beside its words: a file or a poll. Null, or left out at creation: nothing. */
const carried = {
  /** A file uploaded to the workspace (`POST /api/files`); the message is its caption and may be empty. */
  attachment: z
    .object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional().describe('Default: what the file is.') })
    .nullish(),
  /** The message is the question. */
  poll: messagePoll.nullish(),
  quote: quotedMessage.nullish(),
};

/** What a message keeps as it was given. */
const keptAsGiven = {
  /**
   * A row exported earlier keeps its status and is recorded without being sent again; anything but `pending` never
   * enters a lane.
   */
  status: z.enum(['pending', 'sent', 'failed', 'cancelled']).default('pending'),
  verifyContact: z.boolean().default(false),
  /** What an earlier export said; true of every message with a `recurrence`. */
  isRecurring: z.boolean().default(false),
  retryCount: z.number().int().min(0).max(1_000_000).default(0),
};
export const KEPT_AS_GIVEN = Object.keys(keptAsGiven) as (keyof typeof keptAsGiven)[];

/**
 * The payload of spec 002 section 7. The recipient is `contactList[0].mobile`, or the workspace's contact named
 * `contactName`.
 */
export const createMessage = z.object({
  contactName: z.string().max(256).optional(),
  message: z.string(),
  ...carried,
  ...dueFields,
  ...keptAsGiven,
  contactList: z.array(contactEntry).max(1).default([]),
  /**
   * The number to send from, by its engine. Left out: the one that the chat was last held with, else the workspace's
   * default, else the only one that is connected.
   */
  engineId: entityId.nullish(),
  /** Makes it the first of a series; the others appear two months ahead. The answer is the first message. */
  recurrence: newRecurrence.nullish(),
  sentWith: z.string().max(MAX_SENT_WITH_LENGTH).default('whatsapp'),
  campaignId: z.string().max(MAX_CAMPAIGN_ID_LENGTH).nullish(),
});
export type CreateMessage = z.infer<typeof createMessage>;

/** One message for each of several recipients. */
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
    /** `{name|there}` in the words is filled for each; otherwise braces mean themselves. */
    fill: z.boolean().default(false),
    /** A `dueDate` without offset is meant by each recipient's own clock. */
    byTheirClock: z.boolean().default(false),
  });
export type MessageForSeveral = z.infer<typeof messageForSeveral>;

/** What an edit may say anew of a message; what is left out stays, null takes it away. */
const editFields = {
  message: z.string().optional(),
  ...carried,
  contactName: z.string().max(256).optional(),
  contactList: z.array(contactEntry).max(1).optional(),
  ...dueFields,
};

export const batchResult = z.union([
  z.object({ row: z.number().int(), _id: entityId }),
  z.object({ row: z.number().int(), faults: z.array(fieldFault).min(1) }),
]);

/** Of a request that makes one message. */
export const idempotencyKey = entityId
  .optional()
  .describe('Made by the caller: a second request with it creates nothing and answers with the first message.');

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
        'Schedule one message for each of several recipients: all of them, or none where one is at fault',
        { successStatus: 201 },
      ),
    )
    .input(messageForSeveral.strict())
    .output(z.object({ messages: z.array(message) })),
  createBatch: mutation('messages')
    .route(at.post('/messages/batch', 'Schedule many messages; a result for each row'))
    .input(
      z.object({
        /**
         * Names this import: the same import and row number again create nothing new and answer with the first row's
         * id.
         */
        importId: entityId,
        /**
         * `row` is the caller's number for it (the spreadsheet row), unique within the import. A row that is refused
         * does not stop the others.
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
         * `wait`: for an undo. A moment that has passed is noted as it was, and the message waits as it did: over an
         * hour late it is asked about first.
         */
        pastDue: z.enum(['refuse', 'send-now', 'wait']).default('refuse'),
      }),
    )
    .output(message),
  /** The failed one stays as it is; without `dueDate` the new one is due now. */
  resend: mutation('messages')
    .route(at.post('/messages/{id}/resend', 'Send what failed again, as a new message', { successStatus: 201 }))
    .input(z.object({ id: entityId, version: z.number().int(), ...editFields }))
    .output(message),
};

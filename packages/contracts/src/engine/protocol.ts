import { z } from 'zod';
import { engineAct } from '../chats/acts.ts';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES, messageBody, quotedMessage } from '../messages/body.ts';
import { MAX_MESSAGE_LENGTH, MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '../messages/limits.ts';
import { engineText } from '../text/schema.ts';
import { MAX_ACTS, MAX_CLAIM, MAX_CREDENTIALS, MAX_INBOX, MAX_RECEIVED, MAX_SOURCE_LENGTH } from './constants.ts';

/**
 * How an engine process works its lane. Plain JSON over HTTP under `/engine`, with `authorization: Bearer
 * ENGINE_TOKEN`; the token identifies the engine. Life cycle: `lease` → `claim` with `resume` (rows that an earlier
 * holder left in `sending`) → (`claim` → send → `report`)* → `release`. Every call but `lease` is refused with 409
 * `LEASE_LOST` if its lease generation is stale; the engine then stops sending at once. Durations are in milliseconds;
 * the engine never compares its clock with the server's.
 */
export * from './constants.ts';

export const leaseRequest = z.object({
  /**
   * The calling pod (or local process, or extension). The same holder may take over its own lease at once, because its
   * earlier process has ended.
   */
  holder: z.string().min(1).max(253),
  /** Random per process. */
  instanceId: entityId,
});
export const leaseAnswer = z.object({
  generation: z.number().int(),
  ttlMs: z.number().int(),
  engine: z.object({
    _id: entityId,
    workspaceId: entityId,
    name: z.string(),
    driver: z.string(),
    phoneNumber: z.string().nullable(),
  }),
});

export const fenced = z.object({ generation: z.number().int() });

export const claimRequest = fenced.extend({
  limit: z.number().int().min(1).max(MAX_CLAIM),
  /**
   * True on the first claim of a lease: returns rows that earlier generations left in `sending`, with their old ids,
   * oldest first.
   */
  resume: z.boolean().default(false),
  /**
   * With `resume`: the ids that this process is still working on or has yet to report. Rows of its own generation that
   * are in `sending` but not in this list are returned in doubt: they belong to a claim whose response never arrived.
   * Send it after a claim whose response was lost, and every `HOLDING_REPORT_MS`, so that no row is ever forgotten.
   */
  holding: z.array(entityId).max(5_000).optional(),
  /**
   * The attempt of each id in `holding`, in order: distinguishes an earlier claim, which the process knows, from a
   * later one, which it does not. Omit to match any attempt.
   */
  holdingAttempts: z.array(z.number().int()).max(5_000).optional(),
  /**
   * A routine poll after the longest sleep, not expected to find anything. The server may delay such claims by a few
   * milliseconds to batch them.
   */
  idle: z.boolean().optional(),
});
/** `wireId`: WhatsApp's id of a quoted message of ours, if it differs from its `waMessageId` and is known. */
const quotedAsSent = quotedMessage.extend({ wireId: z.string().max(256).nullish() });
export type QuotedAsSent = z.infer<typeof quotedAsSent>;
export const outgoing = z.object({
  _id: entityId,
  /** Generated once, before the first attempt: `3EB0` and 18 hex digits. Never changes for a row. */
  waMessageId: z.string(),
  /** E.164, or a group id (`…@g.us`). */
  to: z.string(),
  contactName: z.string(),
  body: messageBody,
  /** The quoted message; null or omitted if none. */
  quote: quotedAsSent.nullish(),
  /** Number of this claim of the row; only rises. */
  attempt: z.number().int(),
  /** Check that the recipient is on WhatsApp before the first send. */
  verifyContact: z.boolean(),
  /**
   * True if an earlier process may have sent it: settle it first (same-id resend, or look it up in the chat), oldest
   * first.
   */
  inDoubt: z.boolean(),
});
export type Outgoing = z.infer<typeof outgoing>;
export const claimAnswer = z.object({
  messages: z.array(outgoing),
  /** Time until the next row becomes claimable, including pacing; null if nothing is pending. */
  nextInMs: z.number().int().nullable(),
  /** More in-doubt rows remain: claim with `resume` again. */
  moreInDoubt: z.boolean(),
  /**
   * Ids of `holding` that must not be sent any more because a person settled them. Release those not started; do not
   * retry those in doubt.
   */
  over: z.array(entityId).optional(),
});

/**
 * Result of a send. `accepted`: WhatsApp's server has it. `rejected`: it refused, with a reason; `next` says what may
 * follow. `unknown`: it cannot be found out; the row waits for a person.
 */
export const sendOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), wireId: z.string().max(256), atMs: z.number() }),
  z.object({
    kind: z.literal('rejected'),
    code: z.string().max(64),
    reason: engineText,
    next: z.enum(['never', 'later', 'hold-lane']),
    afterMs: z.number().int().min(0).optional(),
  }),
  z.object({ kind: z.literal('unknown'), cause: engineText }),
]);
export type SendOutcome = z.infer<typeof sendOutcome>;

export const reportRequest = fenced.extend({
  results: z
    .array(
      z.object({
        _id: entityId,
        outcome: sendOutcome,
        /** The claim's `attempt`, so that a late repeat of a report is never applied to a later attempt. */
        attempt: z.number().int().optional(),
        /** Whether WhatsApp may have accepted an earlier attempt, regardless of this result; defaults to true. */
        inDoubt: z.boolean().optional(),
        /** Whether the recipient's number is on WhatsApp; omitted if not checked. */
        onWhatsApp: z.boolean().optional(),
      }),
    )
    .max(MAX_CLAIM)
    .default([]),
  /** Receipts by the id of the sent message. Levels merge by maximum; repeats and reordering are harmless. */
  acks: z
    .array(z.object({ waMessageId: z.string().max(256), level: z.number().int().min(1).max(3), atMs: z.number() }))
    .max(2_000)
    .default([]),
  /**
   * Messages that WhatsApp accepted but then could not deliver, by the id of the sent message. Ignored for delivered
   * messages.
   */
  failures: z
    .array(z.object({ waMessageId: z.string().max(256), code: z.string().max(64), reason: engineText }))
    .max(MAX_CLAIM)
    .optional(),
  /** Untouched claimed rows that return to the lane (shutdown, lost connection), in the protocol's first version. */
  released: z.array(entityId).max(MAX_CLAIM).default([]),
  /**
   * Claimed rows that return to the lane, each with its claim's attempt, so that a late repeat never releases a later
   * claim.
   */
  givenBack: z
    .array(
      z.object({
        _id: entityId,
        attempt: z.number().int(),
        /** WhatsApp may have it; only its own id can settle that. */
        inDoubt: z.boolean(),
      }),
    )
    .max(MAX_CLAIM)
    .optional(),
  /** WhatsApp restricted the account: the lane is held. `until` null: until further notice; `lifted` ends it. */
  restriction: z
    .object({ scope: z.enum(['new', 'all']), untilMs: z.number().nullable(), lifted: z.boolean().default(false) })
    .optional(),
});
export const reportAnswer = z.object({
  /** Rows recorded now, or recorded earlier with the same result. */
  recorded: z.number().int(),
  /** Ids that did not belong to this lane. */
  refused: z.array(entityId),
});

/** Statuses of spec 000 section 4.1. */
export const ENGINE_STATUSES = [
  'disconnected',
  'initializing',
  'browser_started',
  'navigating',
  'waiting_for_whatsapp_page',
  'unpaired',
  'qrcode',
  'syncing',
  'connected',
  'error',
] as const;
export const engineStatus = z.enum(ENGINE_STATUSES);
export type EngineStatus = z.infer<typeof engineStatus>;

export const engineEvent = z.object({
  event: z.string().max(64),
  state: z.string().max(64),
  trigger: z.string().max(64).default('engine'),
  details: z.record(z.string(), z.unknown()).default({}),
  atMs: z.number(),
});
export const eventsRequest = fenced.extend({
  events: z.array(engineEvent).max(200).default([]),
  status: engineStatus.optional(),
  /** QR text to show while the status is `qrcode`; null clears it. */
  qrcode: z.string().nullable().optional(),
  /** How long the QR code can be scanned; omitted if unknown. */
  qrcodeLifeMs: z.number().int().min(0).max(600_000).optional(),
  phoneNumber: z.string().nullable().optional(),
});
/**
 * State that a driver needs to stay linked to WhatsApp: text by name, stored encrypted. Only the lease's holder may
 * read and write it, so an old process can never overwrite the state of a newer one.
 */
const credentialName = z.string().min(1).max(256);
export const readCredentialsRequest = fenced.extend({ names: z.array(credentialName).max(MAX_CREDENTIALS) });
export const readCredentialsAnswer = z.object({ values: z.record(z.string(), z.string()) });
export const writeCredentialsRequest = fenced.extend({
  /** Deletes everything first, because the account was unlinked. */
  clear: z.boolean().default(false),
  /** Stored atomically. Null deletes a name. */
  values: z
    .record(credentialName, z.string().max(1_000_000).nullable())
    .refine((values) => Object.keys(values).length <= MAX_CREDENTIALS, `at most ${MAX_CREDENTIALS} entries`),
});

/** Content sent under an id, for a recipient who could not decrypt it and asks again; null if unknown here. */
export const contentRequest = fenced.extend({ waMessageId: z.string().max(256) });
export const contentAnswer = z.object({ body: outgoing.shape.body.nullable() });

/**
 * Webhook events from WhatsApp for the engine to process: each once, oldest first, until the engine confirms it.
 * `taken` lists ids of earlier responses that were processed.
 */
export const inboxRequest = fenced.extend({ taken: z.array(z.number().int()).max(MAX_INBOX).default([]) });
export const inboxEntry = z.object({
  _id: z.number().int(),
  /** `message` is from a person, `status` about one of our messages; payloads are in the Cloud API's format. */
  kind: z.enum(['message', 'status']),
  payload: z.record(z.string(), z.unknown()),
});
export type InboxEntry = z.infer<typeof inboxEntry>;
export const inboxAnswer = z.object({ entries: z.array(inboxEntry), more: z.boolean() });

/** Content of a file of a claimed message; the response is the file itself, not JSON. */
export const fileRequest = fenced.extend({ fileId: entityId });

/**
 * Preview of a picture that recipients see before it loads, and its displayed size in pixels; null if the server has
 * none.
 */
export const previewAnswer = z.object({
  preview: z.object({ jpegBase64: z.string(), width: z.number().int(), height: z.number().int() }).nullable(),
});
export type Preview = NonNullable<z.infer<typeof previewAnswer>['preview']>;

/**
 * Kind of a received message. Engines of the protocol's first version report a vote as `other`, with the chosen options
 * as its text.
 */
export const RECEIVED_KINDS = ['text', 'media', 'poll', 'vote', 'reaction', 'other'] as const;
export type ReceivedKind = (typeof RECEIVED_KINDS)[number];

const waId = z.string().min(1).max(256);
/** E.164, or a group id (`…@g.us`). */
const chatId = z.string().min(1).max(128);

/** A file that was received or that the owner sent from the phone. */
export const receivedMedia = z.object({
  /** In WhatsApp's notation: `image/jpeg`, `audio/ogg; codecs=opus`. */
  mimeType: z.string().max(128),
  fileName: z.string().max(256).nullable(),
  /** How WhatsApp shows it; omitted by engines of the protocol's first version. */
  media: z.enum(MEDIA_TYPES).nullish(),
  /** Size according to WhatsApp; null or omitted if unknown. */
  bytes: z.number().int().min(0).nullish(),
  /**
   * Reference with which the same driver can fetch the content, even in a later process (`fetch-file`); opaque to
   * others. Omitted if the content is not available.
   */
  source: z.string().max(MAX_SOURCE_LENGTH).nullish(),
});
export type ReceivedMedia = z.infer<typeof receivedMedia>;

/**
 * A message that was received, or that the account's owner wrote on the phone or another linked device. Messages sent
 * by this engine appear in reports only. Fields from `fromMe` on belong to the protocol's second version; engines of
 * the first version omit them.
 */
export const receivedMessage = z.object({
  waMessageId: waId,
  chat: chatId,
  /** The author's number (E.164); the account's own if `fromMe`. */
  from: z.string().min(1).max(128),
  kind: z.enum(RECEIVED_KINDS),
  /**
   * Text, caption, question or emoji (empty: the reaction was removed). For a vote, the chosen options joined by
   * commas.
   */
  text: z.string().max(MAX_MESSAGE_LENGTH),
  media: receivedMedia.nullish(),
  /** The message it answers, reacts to or votes in. */
  quotedId: z.string().max(256).nullish(),
  atMs: z.number(),
  /** Written by the owner outside this engine. */
  fromMe: z.boolean().optional(),
  /** The name the author chose on WhatsApp. */
  pushName: z.string().max(128).nullish(),
  isForwarded: z.boolean().optional(),
  /** Text of the quoted message, as included in the reply. */
  quotedText: z.string().max(1_024).nullish(),
  /** Options of a poll. */
  options: z.array(z.string().max(MAX_OPTION_LENGTH)).max(MAX_POLL_OPTIONS).nullish(),
  /** Current choices of a vote, in the poll's order; empty if withdrawn. Null or omitted if they could not be read. */
  choices: z.array(z.string().max(MAX_OPTION_LENGTH)).max(MAX_POLL_OPTIONS).nullish(),
  /** Part of the history that a person requested from the phone: triggers no notifications or answers. */
  isHistory: z.boolean().optional(),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

/** A change to a message after it was written. Changes to unknown messages are discarded. Repeats are harmless. */
export const messageChange = z.object({
  chat: chatId,
  waMessageId: waId,
  /**
   * Author the message must have for the change to apply: messages are named by id alone, which may collide between
   * people. Omitted if WhatsApp has verified it.
   */
  writer: z.string().min(1).max(128).optional(),
  atMs: z.number(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('edited'), text: z.string().max(MAX_MESSAGE_LENGTH) }),
    /** For everyone. The server retains the earlier text, marked as deleted. */
    z.object({ kind: z.literal('deleted') }),
    z.object({ kind: z.literal('starred'), isStarred: z.boolean() }),
  ]),
});
export type MessageChange = z.infer<typeof messageChange>;

/** What a driver knows about a chat; omitted fields are unknown and unchanged. */
export const chatUpdate = z.object({
  chat: chatId,
  /** Subject of a group. */
  subject: z.string().max(256).optional(),
  /** Number of group members. */
  size: z.number().int().min(0).optional(),
  /** Whether this account may write there. */
  mayWrite: z.boolean().optional(),
  /** The account left the group or was removed. */
  isLeft: z.boolean().optional(),
  /** Messages unread on the phone. */
  unread: z.number().int().min(0).optional(),
  isArchived: z.boolean().optional(),
  isPinned: z.boolean().optional(),
  /** Milliseconds since 1970; null: not muted. */
  mutedUntilMs: z.number().int().nullable().optional(),
});
export type ChatUpdate = z.infer<typeof chatUpdate>;

/**
 * Received messages, changes to messages, and updates of chats, processed in this order. Repeats are harmless: a
 * message is identified by chat, author and id.
 */
export const receivedRequest = fenced.extend({
  messages: z.array(receivedMessage).max(MAX_RECEIVED).default([]),
  changes: z.array(messageChange).max(MAX_RECEIVED).default([]),
  chats: z.array(chatUpdate).max(MAX_RECEIVED).default([]),
});

/** A message an action refers to, or a latest message of a chat. */
const actMessage = z.object({
  waMessageId: waId,
  /** WhatsApp's id of a message of ours, if it differs and is known. */
  wireId: z.string().max(256).nullable(),
  fromMe: z.boolean(),
  /** The author's number (E.164); null for the account itself. */
  writer: z.string().nullable(),
  atMs: z.number(),
});
export type ActMessage = z.infer<typeof actMessage>;

/** An action on a message or chat. Actions on one chat are carried out in the order in which they are claimed. */
export const claimedAct = z.object({
  _id: entityId,
  /** Generated once: the id used if the action is sent as a message, so that a repeat is recognised. */
  waId: z.string(),
  chat: chatId,
  act: engineAct,
  /** Null if the action concerns the chat. */
  message: actMessage.nullable(),
  /** Latest messages of the chat at the time of the request, newest first; for `read` only received ones. */
  latest: z.array(actMessage),
  /** Number of this claim of the action; only rises. */
  attempt: z.number().int(),
  /** An earlier process may have done it. */
  inDoubt: z.boolean(),
});
export type ClaimedAct = z.infer<typeof claimedAct>;

/**
 * Result of an action. `done`: accepted by WhatsApp. `rejected`: refused, with a reason; with `retryMs` it may be
 * retried. `unknown`: it cannot be found out.
 */
export const actOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), atMs: z.number() }),
  z.object({
    kind: z.literal('rejected'),
    code: z.string().max(64),
    reason: engineText,
    retryMs: z.number().int().min(0).optional(),
  }),
  z.object({ kind: z.literal('unknown'), cause: engineText }),
]);
export type ActOutcome = z.infer<typeof actOutcome>;

/**
 * Reports results of actions and claims more. Actions claimed by this lease but missing in `holding` are claimed again.
 */
export const actsRequest = fenced.extend({
  results: z
    .array(z.object({ _id: entityId, attempt: z.number().int(), outcome: actOutcome }))
    .max(MAX_ACTS)
    .default([]),
  holding: z.array(entityId).max(1_000).default([]),
  limit: z.number().int().min(0).max(MAX_ACTS).default(MAX_ACTS),
});
export const actsAnswer = z.object({
  acts: z.array(claimedAct),
  /** Time until the next action can be claimed; null if none is pending. */
  nextInMs: z.number().int().nullable(),
});

/**
 * The content requested by `fetch-file` or `picture`, as the body of a POST with its own `content-type`; the query has
 * `generation`, `name` and the command's `id`. Returns `{fileId}`; fails with 413 `STORAGE_FULL` or
 * `PAYLOAD_TOO_LARGE`, or 422 `INVALID`.
 */
export const fetchedFileQuery = z.object({
  generation: z.coerce.number().int(),
  commandId: z.string().min(1).max(64),
  name: z.string().max(256).default(''),
});
export const fetchedFileAnswer = z.object({ fileId: entityId });

/** The settings of a `cloud-api` engine, stored among its credentials as JSON under {@link CLOUD_API_CREDENTIAL}. */
export const cloudApiCredential = z.object({
  phoneNumberId: z.string(),
  accessToken: z.string(),
  apiVersion: z.string(),
});
export type CloudApiCredential = z.infer<typeof cloudApiCredential>;

export const okAnswer = z.object({ ok: z.literal(true) });

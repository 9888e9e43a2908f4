import { z } from 'zod';
import { engineAct } from '../chats/acts.ts';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES, messageBody, quotedMessage } from '../messages/body.ts';
import { MAX_MESSAGE_LENGTH, MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '../messages/limits.ts';
import { givenText } from '../text/schema.ts';
import { MAX_ACTS, MAX_CLAIM, MAX_CREDENTIALS, MAX_INBOX, MAX_RECEIVED, MAX_SOURCE_LENGTH } from './constants.ts';

/**
 * How an engine process works its lane. Plain JSON over HTTP under `/engine`, `authorization: Bearer ENGINE_TOKEN`; the
 * token names the engine. The order of a life: `lease` → `claim` with `resume` (rows that an earlier holder left in
 * `sending`) → (`claim` → send → `report`)* → `release`. A stale lease generation is refused with 409 `LEASE_LOST` by
 * every call but `lease`; the engine then stops sending at once. Durations are milliseconds; the engine never compares
 * its clock with the server's.
 */
export * from './constants.ts';

export const leaseRequest = z.object({
  /**
   * The pod (or local process, or extension) that asks. The same holder may take over its own lease at once: its
   * earlier process is gone.
   */
  holder: z.string().min(1).max(253),
  /** Random for each process. */
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
   * True on the first claim of a lease: returns rows left in `sending` by earlier generations, under their old ids,
   * oldest first.
   */
  resume: z.boolean().default(false),
  /**
   * With `resume`: every id that this process still works on or has yet to report. Rows of its own generation that are
   * in `sending` and not in this list come back in doubt too: they were in the answer of a claim that never arrived.
   * Send it after a claim whose answer was lost, and every `HOLDING_TOLD_MS`, so that nobody has to guess whether they
   * were forgotten.
   */
  holding: z.array(entityId).max(5_000).optional(),
  /**
   * The attempt of each of `holding`, in its order: of an earlier one the process knows, of a later claim it does not.
   * Left out: whichever.
   */
  holdingAttempts: z.array(z.number().int()).max(5_000).optional(),
  /**
   * Nothing is expected: the lane asks because its longest sleep is over. The server may let such questions wait a few
   * milliseconds for each other.
   */
  idle: z.boolean().optional(),
});
/**
 * `wireId`: WhatsApp's id of a quoted message of ours, where that is another one than its `waMessageId` and was told.
 */
const quotedAsSent = quotedMessage.extend({ wireId: z.string().max(256).nullish() });
export type QuotedAsSent = z.infer<typeof quotedAsSent>;
export const outgoing = z.object({
  _id: entityId,
  /** Generated once, before the first attempt: `3EB0` and 18 hex digits. Never a new one for an old row. */
  waMessageId: z.string(),
  /** E.164, or a group's id (`…@g.us`). */
  to: z.string(),
  contactName: z.string(),
  body: messageBody,
  /** The message that it answers; null or left out: none. */
  quote: quotedAsSent.nullish(),
  /** The number of this claim of the row; it only rises. */
  attempt: z.number().int(),
  /** The recipient must be checked to be on WhatsApp before the first send. */
  verifyContact: z.boolean(),
  /**
   * True when an earlier process may have sent it already: settle first (same-id resend, or look in the chat), oldest
   * first.
   */
  inDoubt: z.boolean(),
});
export type Outgoing = z.infer<typeof outgoing>;
export const claimAnswer = z.object({
  messages: z.array(outgoing),
  /** Until the next row becomes claimable, by the rules of pacing too; null: nothing is waiting. */
  nextInMs: z.number().int().nullable(),
  /** More in-doubt rows remain: claim with `resume` again. */
  moreInDoubt: z.boolean(),
  /**
   * Of `holding`, what is not to be sent any more: a person has settled it. What was not begun is given back, what is
   * in doubt is not tried again.
   */
  over: z.array(entityId).optional(),
});

/**
 * What became of a send. `accepted`: WhatsApp's server has it. `rejected`: it does not and says why; `next` tells what
 * may follow. `unknown`: nobody can tell; the row is parked for a person.
 */
export const sendOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), wireId: z.string().max(256), atMs: z.number() }),
  z.object({
    kind: z.literal('rejected'),
    code: z.string().max(64),
    reason: givenText,
    next: z.enum(['never', 'later', 'hold-lane']),
    afterMs: z.number().int().min(0).optional(),
  }),
  z.object({ kind: z.literal('unknown'), cause: givenText }),
]);
export type SendOutcome = z.infer<typeof sendOutcome>;

export const reportRequest = fenced.extend({
  results: z
    .array(
      z.object({
        _id: entityId,
        outcome: sendOutcome,
        /**
         * The `attempt` that it was claimed with: a report that is repeated late is then never taken for a later
         * attempt's.
         */
        attempt: z.number().int().optional(),
        /** Whether WhatsApp may have taken it before, whatever it said now; left out: nobody says, so it may. */
        inDoubt: z.boolean().optional(),
        /** Whether the recipient's number is on WhatsApp; left out: it was not asked. */
        onWhatsApp: z.boolean().optional(),
      }),
    )
    .max(MAX_CLAIM)
    .default([]),
  /** Receipts, by the id that was sent under. Levels merge by maximum; repeats and disorder are harmless. */
  acks: z
    .array(z.object({ waMessageId: z.string().max(256), level: z.number().int().min(1).max(3), atMs: z.number() }))
    .max(2_000)
    .default([]),
  /**
   * Messages that WhatsApp had taken and then could not deliver, by the id that they were sent under. A message that
   * was delivered stays so.
   */
  failures: z
    .array(z.object({ waMessageId: z.string().max(256), code: z.string().max(64), reason: givenText }))
    .max(MAX_CLAIM)
    .optional(),
  /**
   * Claimed rows that were not touched and go back to the lane (shutdown, lost connection), as the first version of the
   * protocol tells them.
   */
  released: z.array(entityId).max(MAX_CLAIM).default([]),
  /**
   * Claimed rows that go back to the lane, each with the attempt that it was claimed with, so that a late repeat gives
   * back no later claim.
   */
  givenBack: z
    .array(
      z.object({
        _id: entityId,
        attempt: z.number().int(),
        /** WhatsApp may have it: only its own id settles that. */
        inDoubt: z.boolean(),
      }),
    )
    .max(MAX_CLAIM)
    .optional(),
  /** WhatsApp restricted the account: the lane holds. `until` null: until told otherwise; `lifted` ends it. */
  restriction: z
    .object({ scope: z.enum(['new', 'all']), untilMs: z.number().nullable(), lifted: z.boolean().default(false) })
    .optional(),
});
export const reportAnswer = z.object({
  /** Rows that were recorded now or had the same result recorded before. */
  recorded: z.number().int(),
  /** Ids that were not this lease's to report. */
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
  /** The QR text to show while the status is `qrcode`; null clears it. */
  qrcode: z.string().nullable().optional(),
  /** How long that QR code can be scanned; left out: unknown. */
  qrcodeLifeMs: z.number().int().min(0).max(600_000).optional(),
  phoneNumber: z.string().nullable().optional(),
});
/**
 * What a driver must keep to stay linked to WhatsApp: text by name, kept encrypted. Only the lease's holder reads and
 * writes it, so an old process can never overwrite what a new one has learned.
 */
const credentialName = z.string().min(1).max(256);
export const readCredentialsRequest = fenced.extend({ names: z.array(credentialName).max(MAX_CREDENTIALS) });
export const readCredentialsAnswer = z.object({ values: z.record(z.string(), z.string()) });
export const writeCredentialsRequest = fenced.extend({
  /** Removes everything first: the account was unlinked. */
  clear: z.boolean().default(false),
  /** All of it is stored, or nothing. Null removes a name. */
  values: z
    .record(credentialName, z.string().max(1_000_000).nullable())
    .refine((values) => Object.keys(values).length <= MAX_CREDENTIALS, `at most ${MAX_CREDENTIALS} entries`),
});

/** What was sent under an id, for a recipient who could not read it and asks again; null: no message of this engine. */
export const contentRequest = fenced.extend({ waMessageId: z.string().max(256) });
export const contentAnswer = z.object({ body: outgoing.shape.body.nullable() });

/**
 * What WhatsApp told the server by webhook, for the engine to work in: each once, oldest first, until the engine says
 * that it has taken it. `taken` are ids of earlier answers.
 */
export const inboxRequest = fenced.extend({ taken: z.array(z.number().int()).max(MAX_INBOX).default([]) });
export const inboxEntry = z.object({
  _id: z.number().int(),
  /** `message` is from a person, `status` about a message of ours; in the Cloud API's own words. */
  kind: z.enum(['message', 'status']),
  payload: z.record(z.string(), z.unknown()),
});
export type InboxEntry = z.infer<typeof inboxEntry>;
export const inboxAnswer = z.object({ entries: z.array(inboxEntry), more: z.boolean() });

/** The bytes of a file that a claimed message sends; the answer is the file itself, not JSON. */
export const fileRequest = fenced.extend({ fileId: entityId });

/**
 * What a recipient sees of a picture before it is loaded, and its size in pixels as it is shown; null: the server has
 * none.
 */
export const previewAnswer = z.object({
  preview: z.object({ jpegBase64: z.string(), width: z.number().int(), height: z.number().int() }).nullable(),
});
export type Preview = NonNullable<z.infer<typeof previewAnswer>['preview']>;

/**
 * What a message from WhatsApp is, as far as the server keeps it. A first-version engine tells a vote as `other`, with
 * the chosen options as its text.
 */
export const RECEIVED_KINDS = ['text', 'media', 'poll', 'vote', 'reaction', 'other'] as const;
export type ReceivedKind = (typeof RECEIVED_KINDS)[number];

const waId = z.string().min(1).max(256);
/** E.164, or a group's id (`…@g.us`). */
const chatId = z.string().min(1).max(128);

/** A file that came in, or that the owner sent from the phone. */
export const receivedMedia = z.object({
  /** As WhatsApp names it: `image/jpeg`, `audio/ogg; codecs=opus`. */
  mimeType: z.string().max(128),
  fileName: z.string().max(256).nullable(),
  /** How WhatsApp shows it; left out: a first-version engine does not say. */
  media: z.enum(MEDIA_TYPES).nullish(),
  /** As WhatsApp says; null or left out: unknown. */
  bytes: z.number().int().min(0).nullish(),
  /**
   * By which the driver that told it finds the bytes again, also in a later process (`fetch-file`); only it can read
   * it. Left out: they cannot be had.
   */
  source: z.string().max(MAX_SOURCE_LENGTH).nullish(),
});
export type ReceivedMedia = z.infer<typeof receivedMedia>;

/**
 * A message that came in, or that the account's owner wrote on the phone or another linked device. What this engine
 * sent itself is told by reports, never here. Fields from `fromMe` on are of the second version; a first-version engine
 * leaves them out.
 */
export const receivedMessage = z.object({
  waMessageId: waId,
  chat: chatId,
  /** E.164 of whoever wrote it; of the account itself where `fromMe`. */
  from: z.string().min(1).max(128),
  kind: z.enum(RECEIVED_KINDS),
  /**
   * The words, the caption, the question or the emoji (empty: the reaction was taken back). Of a vote: the chosen
   * options, joined by commas.
   */
  text: z.string().max(MAX_MESSAGE_LENGTH),
  media: receivedMedia.nullish(),
  /** The message that it answers, reacts to or votes in. */
  quotedId: z.string().max(256).nullish(),
  atMs: z.number(),
  /** The owner wrote it, elsewhere than through this engine. */
  fromMe: z.boolean().optional(),
  /** The name that the writer gave himself. */
  pushName: z.string().max(128).nullish(),
  isForwarded: z.boolean().optional(),
  /** What the message that it answers said, as the answer carries it. */
  quotedText: z.string().max(1_024).nullish(),
  /** Of a poll: its options. */
  options: z.array(z.string().max(MAX_OPTION_LENGTH)).max(MAX_POLL_OPTIONS).nullish(),
  /**
   * Of a vote: the options that are chosen now, in the poll's own order; empty: taken back. Null or left out: it could
   * not be read.
   */
  choices: z.array(z.string().max(MAX_OPTION_LENGTH)).max(MAX_POLL_OPTIONS).nullish(),
  /** A person asked the phone for what was written earlier: it is no news, and nobody answers it. */
  isHistory: z.boolean().optional(),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

/**
 * What became of a message after it was written, whoever wrote it: of one that the server does not know, nothing is
 * kept. Repeats are harmless.
 */
export const messageChange = z.object({
  chat: chatId,
  waMessageId: waId,
  /**
   * Whose message it must be for the change to count: people name messages by an id alone, which may be another's. Left
   * out: WhatsApp has looked at that.
   */
  writer: z.string().min(1).max(128).optional(),
  atMs: z.number(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('edited'), text: z.string().max(MAX_MESSAGE_LENGTH) }),
    /** For everybody. The words that were seen before stay with the server, marked. */
    z.object({ kind: z.literal('deleted') }),
    z.object({ kind: z.literal('starred'), isStarred: z.boolean() }),
  ]),
});
export type MessageChange = z.infer<typeof messageChange>;

/** What the driver knows of a chat; what is left out is unknown, and stays as it was told before. */
export const chatNews = z.object({
  chat: chatId,
  /** A group's subject. */
  subject: z.string().max(256).optional(),
  /** A group's number of members. */
  size: z.number().int().min(0).optional(),
  /** Whether this account may write there. */
  mayWrite: z.boolean().optional(),
  /** The account left the group, or was removed. */
  isLeft: z.boolean().optional(),
  /** Messages that the owner has not read on the phone. */
  unread: z.number().int().min(0).optional(),
  isArchived: z.boolean().optional(),
  isPinned: z.boolean().optional(),
  /** Milliseconds since 1970; null: not muted. */
  mutedUntilMs: z.number().int().nullable().optional(),
});
export type ChatUpdate = z.infer<typeof chatNews>;

/**
 * Messages that came in, what became of messages, and of chats; taken in this order. Repeats are harmless: a message is
 * known by chat, writer and id.
 */
export const receivedRequest = fenced.extend({
  messages: z.array(receivedMessage).max(MAX_RECEIVED).default([]),
  changes: z.array(messageChange).max(MAX_RECEIVED).default([]),
  chats: z.array(chatNews).max(MAX_RECEIVED).default([]),
});

/** A message that an act is about, or the latest of a chat. */
const actMessage = z.object({
  waMessageId: waId,
  /** WhatsApp's id of a message of ours, where that is another one and was told. */
  wireId: z.string().max(256).nullable(),
  fromMe: z.boolean(),
  /** E.164 of whoever wrote it; null: the account did. */
  writer: z.string().nullable(),
  atMs: z.number(),
});
export type ActMessage = z.infer<typeof actMessage>;

/** Something to be done to a message or chat. Acts on one chat are done in the order in which they are claimed. */
export const claimedAct = z.object({
  _id: entityId,
  /** Generated once: under this id it goes out where it goes out as a message, so that a repeat is the same. */
  waId: z.string(),
  chat: chatId,
  act: engineAct,
  /** Null: the act is about the chat. */
  message: actMessage.nullable(),
  /** The latest messages of the chat when it was asked for, the latest first; of `read`, those that came in. */
  latest: z.array(actMessage),
  /** The number of this claim of the act; it only rises. */
  attempt: z.number().int(),
  /** An earlier process may have done it. */
  inDoubt: z.boolean(),
});
export type ClaimedAct = z.infer<typeof claimedAct>;

/**
 * What became of an act. `done`: WhatsApp has taken it. `rejected`: it has not, and says why; `retryMs`: it may later.
 * `unknown`: nobody can tell.
 */
export const actOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), atMs: z.number() }),
  z.object({
    kind: z.literal('rejected'),
    code: z.string().max(64),
    reason: givenText,
    retryMs: z.number().int().min(0).optional(),
  }),
  z.object({ kind: z.literal('unknown'), cause: givenText }),
]);
export type ActOutcome = z.infer<typeof actOutcome>;

/**
 * Reports what became of acts, and claims more. An act that this lease has claimed and `holding` does not name is
 * claimed again.
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
  /** Until the next act can be claimed; null: none is waiting. */
  nextInMs: z.number().int().nullable(),
});

/**
 * The bytes that `fetch-file` or `picture` asked for, as body of a POST with their own `content-type`; in the query
 * `generation`, `name` and the command's `id`. Answers `{fileId}`; 413 `STORAGE_FULL` or `PAYLOAD_TOO_LARGE`, 422
 * `INVALID`.
 */
export const fetchedFileQuery = z.object({
  generation: z.coerce.number().int(),
  commandId: z.string().min(1).max(64),
  name: z.string().max(256).default(''),
});
export const fetchedFileAnswer = z.object({ fileId: entityId });

/**
 * What the user set for a `cloud-api` engine, kept among its credentials as JSON under {@link CLOUD_API_CREDENTIAL}.
 */
export const cloudApiCredential = z.object({
  phoneNumberId: z.string(),
  accessToken: z.string(),
  apiVersion: z.string(),
});
export type CloudApiCredential = z.infer<typeof cloudApiCredential>;

export const okAnswer = z.object({ ok: z.literal(true) });

import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ActMessage, ReceivedKind, ReceivedMedia } from '@switchyard/contracts/engine/protocol';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { files } from '../files/files.schema.ts';

/**
 * Messages that came in, or that the owner wrote on the phone, as the engine first reported them. Retained for
 * `RECEIVED_KEEP_DAYS`. Sent messages are in `messages`; later changes to either are in `message_marks`.
 */
export const receivedMessages = pgTable(
  'received_messages',
  {
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    /** The writer's E.164 number. */
    writer: text().notNull(),
    /**
     * Whether the engine's own account wrote it. Null for rows from before this was reported; then the number decides.
     */
    fromMe: boolean(),
    /** Unique only per chat and writer, because WhatsApp clients choose their ids. */
    waMessageId: text().notNull(),
    kind: text().$type<ReceivedKind>().notNull(),
    body: text().notNull(),
    media: jsonb().$type<Omit<ReceivedMedia, 'source'>>(),
    /**
     * With this the engine's driver finds the file's bytes again. Null if they are unavailable or the engine did not
     * say.
     */
    mediaSource: text(),
    /** When the engine reported that WhatsApp no longer has the bytes. */
    mediaGoneAt: instant(),
    /** The file, once it has been fetched. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    quotedId: text(),
    quotedText: text(),
    isForwarded: boolean().notNull().default(false),
    /** Of a poll. */
    options: jsonb().$type<string[]>(),
    /** The current choices of a vote; null if it could not be decrypted. */
    choices: jsonb().$type<string[]>(),
    /** When it was written, according to WhatsApp. */
    writtenAt: instant().notNull(),
    receivedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('received_messages_known').on(table.engineId, table.chat, table.waMessageId, table.writer),
    index('received_messages_chat').on(table.engineId, table.chat, table.writtenAt, table.id),
    index('received_messages_latest').on(table.engineId, table.writtenAt, table.id),
    // Messages shown on another message.
    index('received_messages_about')
      .on(table.engineId, table.chat, table.quotedId)
      .where(sql`kind in ('reaction', 'vote')`),
    index('received_messages_age').on(table.receivedAt),
    index('received_messages_file').on(table.fileId).where(sql`file_id is not null`),
  ],
);

/** An edit: the new text and its time. */
export interface MessageEdit {
  text: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** Later changes to a message, sent or received. The original text stays in the message's own row. */
export const messageMarks = pgTable(
  'message_marks',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    waMessageId: text().notNull(),
    /** Ordered by time; the last one is the current text. */
    edits: jsonb().$type<MessageEdit[]>().notNull().default([]),
    /** Deleted for everyone. */
    deletedAt: instant(),
    isStarred: boolean(),
    /** When the star was reported. */
    starredAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.chat, table.waMessageId] })],
);

/** Files requested from an engine and not yet received, by command id, so that no other bytes are accepted. */
export const fileFetches = pgTable(
  'file_fetches',
  {
    /** The command's id. */
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** The message of the file; null if it is the picture of `chat`. */
    receivedId: uuid().references(() => receivedMessages.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    /** Bytes that arrive later are refused. */
    until: instant().notNull(),
  },
  (table) => [index('file_fetches_until').on(table.until)],
);

/**
 * Requested acts on messages and chats, and their results. An engine claims an act under its lease and reports it; if a
 * lease ends in between, the next one claims it again, in doubt. The chat itself does not change here before the
 * report.
 */
export const chatActs = pgTable(
  'chat_acts',
  {
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    /** The message; null if the act concerns the chat. */
    waMessageId: text(),
    kind: text().$type<ChatActKind>().notNull(),
    act: jsonb().$type<EngineAct>().notNull(),
    message: jsonb().$type<ActMessage>(),
    latest: jsonb().$type<ActMessage[]>().notNull().default([]),
    /** Generated once; an act that is itself a WhatsApp message is sent under this id. */
    waId: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    state: text().$type<'pending' | 'claimed' | 'done' | 'failed' | 'unknown'>().notNull().default('pending'),
    reason: textValue(),
    claimableAt: instant().notNull().defaultNow(),
    /** If not begun by then, it fails; null for no deadline. */
    expiresAt: instant(),
    leaseGeneration: bigint({ mode: 'number' }),
    attempt: integer().notNull().default(0),
    /** WhatsApp may have accepted it. */
    inDoubt: boolean().notNull().default(false),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index('chat_acts_lane').on(table.engineId, table.id).where(sql`state in ('pending', 'claimed')`),
    index('chat_acts_shown').on(table.engineId, table.chat).where(sql`state <> 'done'`),
    index('chat_acts_settled').on(table.settledAt).where(sql`settled_at is not null`),
    index('chat_acts_asked_by').on(table.askedBy).where(sql`asked_by is not null`),
  ],
);

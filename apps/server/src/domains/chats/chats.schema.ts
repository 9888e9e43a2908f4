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
 * A message that came in, or that the owner wrote on the phone, as its engine first told it. Kept `RECEIVED_KEEP_DAYS`
 * long. What was sent is in `messages`; what became of either since, in `message_marks`.
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
    /** E.164 of whoever wrote it. */
    writer: text().notNull(),
    /** The engine's own account wrote it. Null: stored before this was told; then whoever has the engine's number. */
    fromMe: boolean(),
    /** By chat and writer a message of its own: WhatsApp clients choose their ids. */
    waMessageId: text().notNull(),
    kind: text().$type<ReceivedKind>().notNull(),
    body: text().notNull(),
    media: jsonb().$type<Omit<ReceivedMedia, 'source'>>(),
    /** By which the engine's driver finds the bytes of the file again. Null: they cannot be had, or nobody said. */
    mediaSource: text(),
    /** When the engine said that WhatsApp has the bytes no more. */
    mediaGoneAt: instant(),
    /** The file, once it was fetched. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    quotedId: text(),
    quotedText: text(),
    isForwarded: boolean().notNull().default(false),
    /** Of a poll. */
    options: jsonb().$type<string[]>(),
    /** Of a vote: what is chosen now. Null: it could not be read. */
    choices: jsonb().$type<string[]>(),
    /** When it was written, by WhatsApp. */
    writtenAt: instant().notNull(),
    receivedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('received_messages_known').on(table.engineId, table.chat, table.waMessageId, table.writer),
    index('received_messages_chat').on(table.engineId, table.chat, table.writtenAt, table.id),
    index('received_messages_latest').on(table.engineId, table.writtenAt, table.id),
    // What is shown on another message.
    index('received_messages_about')
      .on(table.engineId, table.chat, table.quotedId)
      .where(sql`kind in ('reaction', 'vote')`),
    index('received_messages_age').on(table.receivedAt),
    index('received_messages_file').on(table.fileId).where(sql`file_id is not null`),
  ],
);

/** An edit: what the message says since then. */
export interface MessageEdit {
  text: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** What became of a message after it was written, whoever wrote it: its row here, and its first words there. */
export const messageMarks = pgTable(
  'message_marks',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    waMessageId: text().notNull(),
    /** In the order of their times; the last one is what it says now. */
    edits: jsonb().$type<MessageEdit[]>().notNull().default([]),
    /** Deleted for everybody. */
    deletedAt: instant(),
    isStarred: boolean(),
    /** When that was told. */
    starredAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.engineId, table.chat, table.waMessageId] })],
);

/**
 * A file that an engine was asked to bring, until it has: by the id of the command, so that no other bytes are taken.
 */
export const fileFetches = pgTable(
  'file_fetches',
  {
    /** The command's. */
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** Whose file it is; null: it is the picture of `chat`. */
    receivedId: uuid().references(() => receivedMessages.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    /** Bytes that come later are not taken. */
    until: instant().notNull(),
  },
  (table) => [index('file_fetches_until').on(table.until)],
);

/**
 * Something that was asked to be done to a message or chat, and what came of it. An engine claims it under its lease
 * and reports it; what it has claimed and not reported is claimed again by the next lease, in doubt. Nothing of the
 * chat changes here before the report.
 */
export const chatActs = pgTable(
  'chat_acts',
  {
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    chat: text().notNull(),
    /** The message; null: it is about the chat. */
    waMessageId: text(),
    kind: text().$type<ChatActKind>().notNull(),
    act: jsonb().$type<EngineAct>().notNull(),
    message: jsonb().$type<ActMessage>(),
    latest: jsonb().$type<ActMessage[]>().notNull().default([]),
    /** Made once: under it the act goes out, where it goes out as a message. */
    waId: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    state: text().$type<'pending' | 'claimed' | 'done' | 'failed' | 'unknown'>().notNull().default('pending'),
    reason: textValue(),
    claimableAt: instant().notNull().defaultNow(),
    /** What was never begun by then fails; null: it can wait. */
    expiresAt: instant(),
    leaseGeneration: bigint({ mode: 'number' }),
    attempt: integer().notNull().default(0),
    /** WhatsApp may have taken it. */
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

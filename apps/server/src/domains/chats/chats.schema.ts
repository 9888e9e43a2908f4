import type { ReceivedKind, ReceivedMedia } from '@switchyard/contracts/engine/protocol';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/database/columns.ts';
import { engines } from '../engines/engines.schema.ts';
import { files } from '../files/files.schema.ts';

/**
 * A message that came in, or that the owner wrote on the phone, as its engine first told it. Kept `RECEIVED_KEEP_DAYS` long. What was sent is in `messages`;
 * what became of either since, in `message_marks`.
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

/** A file that an engine was asked to bring, until it has: by the id of the command, so that no other bytes are taken. */
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

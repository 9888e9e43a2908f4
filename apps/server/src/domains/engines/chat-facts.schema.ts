import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, updatedAt } from '../../platform/database/columns.ts';
import { files } from '../files/files.schema.ts';
import { engines } from './engines.schema.ts';

/** What an engine has told of a chat, or of a person who writes in one. Null: unknown. */
export const chatFacts = pgTable(
  'chat_facts',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    /** A group's. */
    subject: text(),
    /** A group's number of members. */
    size: integer(),
    mayWrite: boolean(),
    isLeft: boolean(),
    /** Messages that the owner has not read on the phone. */
    unread: integer(),
    isArchived: boolean(),
    isPinned: boolean(),
    /** In the past: not muted. */
    mutedUntil: instant(),
    /** The name that a person gave himself. */
    pushName: text(),
    pictureFileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.engineId, table.chat] }),
    index('chat_facts_picture').on(table.pictureFileId),
  ],
);

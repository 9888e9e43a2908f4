import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, updatedAt } from '../../platform/database/columns.ts';
import { files } from '../files/files.schema.ts';
import { engines } from './engines.schema.ts';

/** What an engine has reported about a chat, or about a person who writes in one. Null means unknown. */
export const chatFacts = pgTable(
  'chat_facts',
  {
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    /** Of a group. */
    subject: text(),
    /** Number of members of a group. */
    size: integer(),
    mayWrite: boolean(),
    isLeft: boolean(),
    /** Messages the owner has not read on the phone. */
    unread: integer(),
    isArchived: boolean(),
    isPinned: boolean(),
    /** Not muted if in the past. */
    mutedUntil: instant(),
    /** The display name the person chose. */
    pushName: text(),
    pictureFileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.engineId, table.chat] }),
    index('chat_facts_picture').on(table.pictureFileId),
  ],
);

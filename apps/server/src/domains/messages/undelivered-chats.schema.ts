import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';
import type { StoredChatMessages } from './chats/stored-chat-messages.ts';

/** Stored as JSON: dates are ISO strings. */
export type StoredChat = Omit<StoredChatMessages, 'messages'> & {
  messages: readonly (Omit<StoredChatMessages['messages'][number], 'at'> & { at: string })[];
};

/** New chat messages that a hook of `chatMessagesStored` failed to receive, until a retry succeeds. */
export const undeliveredChats = pgTable(
  'undelivered_chats',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** The hook's name. */
    hook: text().notNull(),
    chat: jsonb().$type<StoredChat>().notNull(),
    attempts: integer().notNull().default(1),
    reason: text().notNull(),
    /** Null: no more attempts. */
    nextAttemptAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('undelivered_chats_next').on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`)],
);

import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Texts sort by so many of their characters, so that an index can hold them. */
export const SORTED_CHARACTERS = 100;

/**
 * What of a message is searched and sorted by and does not change as it is sent, apart from it, so that claims, reports
 * and receipts never write to these indexes (decision 261). Texts are folded. Written a moment later than the message
 * (`fillMessageTexts`): whoever reads it looks at {@link messageTextsDue} too. Removed messages have none.
 */
export const messageTexts = pgTable(
  'message_texts',
  {
    messageId: uuid().primaryKey(),
    workspaceId: ofWorkspace(),
    contactName: text().notNull(),
    recipient: text().notNull(),
    body: text().notNull(),
    sentWith: text().notNull(),
    campaignId: text(),
    /** Hashes of the pieces of the texts, of one to three characters (`grams.ts`). */
    grams: integer().array().notNull(),
    dueTime: text().notNull(),
    isRecurring: boolean().notNull(),
    verifyContact: boolean().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('message_texts_grams').using('gin', table.grams),
    index('message_texts_contact_name').on(
      table.workspaceId,
      sql`${table.contactName} collate "und-x-icu"`,
      table.messageId,
    ),
    index('message_texts_recipient').on(table.workspaceId, table.recipient, table.messageId),
    index('message_texts_body').on(
      table.workspaceId,
      sql`left(${table.body}, ${sql.raw(String(SORTED_CHARACTERS))}) collate "und-x-icu"`,
      table.messageId,
    ),
    index('message_texts_sent_with').on(table.workspaceId, sql`${table.sentWith} collate "und-x-icu"`, table.messageId),
    index('message_texts_campaign').on(
      table.workspaceId,
      sql`${table.campaignId} collate "und-x-icu"`,
      table.messageId,
    ),
    index('message_texts_due_time').on(table.workspaceId, table.dueTime, table.messageId),
    index('message_texts_recurring').on(table.workspaceId, table.isRecurring, table.messageId),
    index('message_texts_verified').on(table.workspaceId, table.verifyContact, table.messageId),
    index('message_texts_created').on(table.workspaceId, table.createdAt, table.messageId),
  ],
);

/**
 * Messages whose texts are not there yet or have changed since; written by triggers of `messages`, in the transaction
 * of the change. Without an index: it is short, or being worked off.
 */
export const messageTextsDue = pgTable('message_texts_due', {
  messageId: uuid().notNull(),
  workspaceId: uuid().notNull(),
});

import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Number of leading characters that texts are sorted by, so that an index can hold them. */
export const SORTED_CHARACTERS = 100;

/**
 * The searchable and sortable texts of a message that do not change while it is sent. They live in a table of their own
 * so that claims, reports and receipts never write to these indexes (decision 261). Texts are folded. A row is written
 * a moment after its message (`fillMessageTexts`), so readers must also check {@link messageTextsDue}. Removed messages
 * have no row.
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
    /** Hashes of the text's grams, of one to three characters each (`grams.ts`). */
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
 * Messages whose texts are missing or outdated; written by triggers of `messages` in the transaction of the change. It
 * has no index because it is short or being drained.
 */
export const messageTextsDue = pgTable('message_texts_due', {
  messageId: uuid().notNull(),
  workspaceId: uuid().notNull(),
});

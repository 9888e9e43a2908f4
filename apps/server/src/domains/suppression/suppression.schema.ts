import type { SUPPRESSION_CAUSES } from '@switchyard/contracts/suppression/operations';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * Numbers that want no messages. One that agreed again keeps its row, ended: the history is what a complaint is
 * answered with.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** E.164. */
    mobile: text().notNull(),
    cause: text().$type<(typeof SUPPRESSION_CAUSES)[number]>().notNull(),
    words: text().notNull().default(''),
    createdAt: createdAt(),
    /** When they agreed again; null: they have not. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('suppressions_open').on(table.workspaceId, table.mobile).where(sql`ended_at is null`),
    index('suppressions_listing').on(table.workspaceId, table.createdAt.desc()).where(sql`ended_at is null`),
  ],
);

/** The link in messages to one number; its id, of 122 random bits, is all that it takes to leave. */
export const subscriptions = pgTable(
  'message_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    workspaceId: ofWorkspace(),
    mobile: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('message_subscriptions_number').on(table.workspaceId, table.mobile)],
);

import type { SUPPRESSION_CAUSES } from '@switchyard/contracts/suppression/operations';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Opted-out numbers. One that agreed again keeps its row, ended: the history answers complaints. */
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
    /** When they agreed again. Null: they have not. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('suppressions_open').on(table.workspaceId, table.mobile).where(sql`ended_at is null`),
    index('suppressions_listing').on(table.workspaceId, table.createdAt.desc()).where(sql`ended_at is null`),
  ],
);

/** The opt-out link of a number; its id, with 122 random bits, is all that is needed to opt out. */
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

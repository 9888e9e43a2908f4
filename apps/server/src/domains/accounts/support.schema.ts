import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { ofWorkspace, workspaces } from '../workspaces/workspaces.schema.ts';
import { ofUser } from './accounts.schema.ts';

/** Support sessions: each time a platform admin or support viewed a workspace as one of its members, and why. */
export const supportGrants = pgTable(
  'support_grants',
  {
    id: id(),
    /** The supporter. */
    adminId: ofUser(),
    /** The member whose place is taken. */
    userId: ofUser(),
    workspaceId: ofWorkspace(),
    reason: text().notNull(),
    createdAt: createdAt(),
    endsAt: instant().notNull(),
  },
  (table) => [
    index().on(table.adminId, table.userId, table.endsAt),
    index().on(table.workspaceId, table.createdAt.desc()),
  ],
);

/** What workspace owners let support read. Without a row: no texts. */
export const supportConsents = pgTable('support_consents', {
  workspaceId: uuid()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  mayReadTexts: boolean().notNull(),
  updatedAt: updatedAt(),
});

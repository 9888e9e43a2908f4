import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { ofWorkspace, workspaces } from '../workspaces/workspaces.schema.ts';
import { ofUser } from './accounts.schema.ts';

/** Each time that somebody of the platform looks at a workspace through a member's eyes, and why. */
export const supportGrants = pgTable(
  'support_grants',
  {
    id: id(),
    /** Who looks. */
    adminId: ofUser(),
    /** Through whose eyes. */
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

/** What the owners of a workspace let support read. None: no texts. */
export const supportConsents = pgTable('support_consents', {
  workspaceId: uuid()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  mayReadTexts: boolean().notNull(),
  updatedAt: updatedAt(),
});

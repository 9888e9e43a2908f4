import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** E.164. */
    mobile: text().notNull(),
    /** IANA zone for quiet hours; null: the workspace's. */
    zone: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceId, table.mobile),
    index().on(table.workspaceId, table.name),
    index('contacts_folded_name').on(table.workspaceId, foldedText(table.name)),
  ],
);

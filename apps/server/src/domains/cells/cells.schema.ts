import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/** In the directory: which cell each workspace of the other cells lives in. Written by their reports alone. */
export const cellWorkspaces = pgTable(
  'cell_workspaces',
  {
    /** Of a workspace in another database. */
    workspaceId: uuid().primaryKey(),
    cell: text().notNull(),
    reportedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.cell, table.workspaceId)],
);

/** In the directory: the address of each cell. */
export const cells = pgTable('cells', {
  name: text().primaryKey(),
  /** Without a trailing slash. */
  url: text().notNull(),
  reportedAt: instant().notNull().defaultNow(),
});

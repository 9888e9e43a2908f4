import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import type { FormField, ShareKind } from '@switchyard/contracts/shares/operations';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { boards } from '../boards/boards.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * Links by which others see a board, add to it or join it. Each is looked up at every request, so a revoked one is gone
 * at the next.
 */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    boardId: uuid()
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    kind: text().$type<ShareKind>().notNull(),
    name: text().notNull(),
    /** SHA-256 of the secret in its link, in hexadecimal. */
    tokenHash: text().notNull().unique(),
    /** The columns that are shown or asked for, in this order. */
    fields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Of a table: what items must pass to be shown. */
    filters: jsonb().$type<BoardFilter[]>().notNull().default([]),
    sort: jsonb().$type<BoardSort>(),
    /** Of a form: where answers are added; a group that is gone means the first one. */
    groupId: uuid(),
    intro: text().notNull().default(''),
    thanks: text().notNull().default(''),
    expiresAt: instant(),
    maxUses: integer(),
    /** Answers of a form, or people who joined. */
    uses: integer().notNull().default(0),
    /** Answers that look like a program's; they were put away. */
    held: integer().notNull().default(0),
    /** The minute in which answers are counted, and how many came in it. */
    minute: instant(),
    minuteUses: integer().notNull().default(0),
    revokedAt: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.boardId), index().on(table.workspaceId)],
);

import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';

/**
 * Who did what, written in the transaction that did it and never changed. It outlives what it tells of: ids and names
 * are kept as they were, without foreign keys.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** Null: it concerns no workspace. */
    workspaceId: uuid(),
    /** Null: the product itself. */
    actorId: uuid(),
    /** The person's name, or the rule of the product. */
    actorName: text().notNull(),
    /** The person whose place an admin of the platform took. */
    onBehalfOf: uuid(),
    /** Noun and act, such as `message.cancel`. */
    action: text().notNull(),
    /** Id or name of what it was done to. */
    subject: text(),
    /** From where, as far as it is known. */
    address: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('audit_entries_listing').on(table.workspaceId, table.createdAt.desc(), table.id)],
);

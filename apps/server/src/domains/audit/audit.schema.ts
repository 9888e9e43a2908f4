import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';

/**
 * Who did what, written in the transaction that did it and never changed. Entries outlive their subjects: they copy ids
 * and names and have no foreign keys.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** Null if it concerns no workspace. */
    workspaceId: uuid(),
    /** Null for the product itself. */
    actorId: uuid(),
    /** The person's name, or the product's rule. */
    actorName: text().notNull(),
    /** The person a platform admin acted for. */
    onBehalfOf: uuid(),
    /** Noun and act, such as `message.cancel`. */
    action: text().notNull(),
    /** Id or name of the object. */
    subject: text(),
    /** Remote address, if known. */
    address: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('audit_entries_listing').on(table.workspaceId, table.createdAt.desc(), table.id)],
);

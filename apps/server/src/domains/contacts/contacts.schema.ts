import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { foldedText, foldedWords } from '../../platform/database/text-search.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** E.164. */
    mobile: text().notNull(),
    /** IANA zone; null if nobody has set it, see `contactZone`. */
    zone: text(),
    /** The contact's own quiet hours; null to use those of the engine or workspace. */
    quietHours: jsonb().$type<OwnQuietHours>(),
    /** Whether the number is on WhatsApp, when that was last checked, and by which engine; null if never. */
    onWhatsapp: boolean(),
    whatsappAskedAt: instant(),
    whatsappAskedBy: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** Custom fields by key, without empty ones. */
    fields: jsonb().$type<Record<string, string>>().notNull().default({}),
    consentAt: instant(),
    consentSource: text().notNull().default(''),
    consentText: text().notNull().default(''),
    /** The last import that wrote it, with row and outcome, so that a repeated call answers the same. */
    importId: uuid(),
    importRow: integer(),
    importOutcome: text().$type<'created' | 'updated'>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceId, table.mobile),
    index().on(table.workspaceId, table.name),
    index('contacts_folded_name').on(table.workspaceId, foldedText(table.name)),
    index('contacts_name_words').using('gin', foldedWords(table.name)),
    index('contacts_with_quiet_hours').on(table.workspaceId).where(sql`jsonb_typeof(quiet_hours) = 'object'`),
  ],
);

/** Custom fields a workspace has used, by key: the name in lower case. */
export const contactFields = pgTable(
  'contact_fields',
  { workspaceId: ofWorkspace(), key: text().notNull(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.key] })],
);

export const labels = pgTable(
  'labels',
  { id: id(), workspaceId: ofWorkspace(), name: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('labels_name').on(table.workspaceId, foldedText(table.name))],
);

export const contactLabels = pgTable(
  'contact_labels',
  {
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    collectionId: uuid()
      .notNull()
      .references(() => labels.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.collectionId] }), index().on(table.collectionId)],
);

export const bulkLists = pgTable(
  'bulk_lists',
  { id: id(), workspaceId: ofWorkspace(), name: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('bulk_lists_name').on(table.workspaceId, foldedText(table.name))],
);

export const bulkListContacts = pgTable(
  'bulk_list_contacts',
  {
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    collectionId: uuid()
      .notNull()
      .references(() => bulkLists.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.collectionId] }), index().on(table.collectionId)],
);

import type { Cells, CellValue, ColumnOption, ColumnSettings, ColumnType } from '@switchyard/contracts/boards/columns';
import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type {
  BoardFilter,
  BoardSort,
  BoardTemplate,
  CHANGE_SOURCES,
  ITEM_ACTS,
} from '@switchyard/contracts/boards/operations';
import type { VIEW_KINDS } from '@switchyard/contracts/boards/views';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { ofUser, users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { files } from '../files/files.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** Position among siblings: a key of `fractional-indexing`, compared byte by byte. */
const orderKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const ofBoard = () =>
  uuid()
    .notNull()
    .references(() => boards.id, { onDelete: 'cascade' });
const ofItem = () =>
  uuid()
    .notNull()
    .references(() => boardItems.id, { onDelete: 'cascade' });

export const boards = pgTable(
  'boards',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    template: text().$type<BoardTemplate>().notNull(),
    /** Number for the next item. */
    nextNumber: integer().notNull().default(1),
    /** Since when the formulas of all items need recalculating; null if they are current. */
    formulasDueAt: instant(),
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('boards_listing').on(table.workspaceId, table.name).where(sql`deleted_at is null`),
    index('boards_formulas_due').on(table.formulasDueAt).where(sql`formulas_due_at is not null`),
  ],
);

export const boardColumns = pgTable(
  'board_columns',
  {
    id: id(),
    boardId: ofBoard(),
    name: text().notNull(),
    type: text().$type<ColumnType>().notNull(),
    options: jsonb().$type<ColumnOption[]>().notNull().default([]),
    settings: jsonb().$type<ColumnSettings>().notNull().default(NO_SETTINGS),
    isTitle: boolean().notNull().default(false),
    position: orderKey().notNull(),
    /** A deleted column's cells keep their values. */
    deletedAt: instant(),
  },
  (table) => [index().on(table.boardId), uniqueIndex('board_columns_one_title').on(table.boardId).where(sql`is_title`)],
);

export const boardGroups = pgTable(
  'board_groups',
  { id: id(), boardId: ofBoard(), name: text().notNull(), position: orderKey().notNull() },
  (table) => [index().on(table.boardId)],
);

export const boardItems = pgTable(
  'board_items',
  {
    id: id(),
    boardId: ofBoard(),
    groupId: uuid()
      .notNull()
      .references(() => boardGroups.id),
    /** The parent item, which is in the same group and has no parent itself. */
    parentId: uuid().references((): AnyPgColumn => boardItems.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    position: orderKey().notNull(),
    /** By column id. Set one key at a time, so that two people editing different cells never overwrite each other. */
    cells: jsonb().$type<Cells>().notNull().default({}),
    /** Incremented by every change. */
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Who changed it last. */
    changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The import that added it, and its row number there, from 0. */
    importId: uuid(),
    importRow: integer(),
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.boardId),
    // Counts items without reading their cells.
    index('board_items_live').on(table.boardId, table.groupId, table.parentId).where(sql`deleted_at is null`),
    index('board_items_parent').on(table.parentId).where(sql`parent_id is not null`),
    uniqueIndex('board_items_import').on(table.importId, table.importRow).where(sql`import_id is not null`),
    // Deleted items keep their position.
    index('board_items_order').on(table.groupId, table.position, table.id),
  ],
);

/** The history of items; each change is recorded in its own transaction. */
export const itemHistory = pgTable(
  'item_history',
  {
    id: id(),
    itemId: ofItem(),
    act: text().$type<(typeof ITEM_ACTS)[number]>().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null for a person on the site or a program with a key. */
    via: text().$type<(typeof CHANGE_SOURCES)[number]>(),
    columnId: uuid(),
    before: jsonb().$type<CellValue>(),
    after: jsonb().$type<CellValue>(),
    version: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.itemId, table.version)],
);

/** People in an item's people columns, for finding what is assigned to somebody. */
export const itemPeople = pgTable(
  'item_people',
  { itemId: ofItem(), columnId: uuid().notNull(), userId: ofUser() },
  (table) => [primaryKey({ columns: [table.itemId, table.columnId, table.userId] }), index().on(table.userId)],
);

/** Which items wait for which; never cyclic. */
export const itemDependencies = pgTable(
  'item_dependencies',
  {
    itemId: ofItem(),
    waitsForId: uuid()
      .notNull()
      .references(() => boardItems.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.waitsForId] }), index().on(table.waitsForId)],
);

/** Messages scheduled from items. */
export const itemScheduled = pgTable(
  'item_scheduled',
  {
    itemId: ofItem(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.messageId] }), index().on(table.messageId)],
);

/** Files used in an item's cells, which prevents their deletion. */
export const itemFiles = pgTable(
  'item_files',
  {
    itemId: ofItem(),
    columnId: uuid().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.columnId, table.fileId] }), index().on(table.fileId)],
);

/** Saved views of a board, shared by the workspace. */
export const boardViews = pgTable(
  'board_views',
  {
    id: id(),
    boardId: ofBoard(),
    name: text().notNull(),
    kind: text().$type<(typeof VIEW_KINDS)[number]>().notNull(),
    filters: jsonb().$type<BoardFilter[]>().notNull(),
    sort: jsonb().$type<BoardSort>(),
    hiddenColumnIds: jsonb().$type<string[]>().notNull().default([]),
    frozenColumns: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('board_views_name').on(table.boardId, foldedText(table.name))],
);

/** The chat message from which an item was made. */
export const itemMessages = pgTable(
  'item_messages',
  {
    itemId: uuid()
      .primaryKey()
      .references(() => boardItems.id, { onDelete: 'cascade' }),
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    waMessageId: text().notNull(),
    /** The message text when the item was made, because the message itself may be purged. */
    text: text().notNull(),
    writtenAt: instant().notNull(),
  },
  (table) => [index('item_messages_chat').on(table.engineId, table.chat)],
);

export const itemChecks = pgTable(
  'item_checks',
  { id: id(), itemId: ofItem(), text: text().notNull(), isDone: boolean().notNull().default(false) },
  (table) => [index().on(table.itemId, table.id)],
);

export const itemComments = pgTable(
  'item_comments',
  {
    id: id(),
    itemId: ofItem(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.itemId, table.id)],
);

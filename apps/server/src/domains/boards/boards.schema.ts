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

/** Where something is among its like: a key of `fractional-indexing`, compared byte by byte. */
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
    /** Of the next item. */
    nextNumber: integer().notNull().default(1),
    /** Since when the formulas of all items are to be worked out again; null: they are as they should be. */
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
    /** The cells keep what they have. */
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
    /** The item that it is a part of; it is in the same group, and a part of none itself. */
    parentId: uuid().references((): AnyPgColumn => boardItems.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    position: orderKey().notNull(),
    /**
     * By the ids of columns. Set one key at a time, so that two people in different cells never overwrite each other.
     */
    cells: jsonb().$type<Cells>().notNull().default({}),
    /** Raised by each change. */
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Who has changed it last. */
    changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** With which others it was added, and as which row of them, counted from 0. */
    importId: uuid(),
    importRow: integer(),
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.boardId),
    // Items are counted without reading their cells.
    index('board_items_live').on(table.boardId, table.groupId, table.parentId).where(sql`deleted_at is null`),
    index('board_items_parent').on(table.parentId).where(sql`parent_id is not null`),
    uniqueIndex('board_items_import').on(table.importId, table.importRow).where(sql`import_id is not null`),
    // Deleted ones keep their place.
    index('board_items_order').on(table.groupId, table.position, table.id),
  ],
);

/** What became of items, each change in the transaction that made it. */
export const itemHistory = pgTable(
  'item_history',
  {
    id: id(),
    itemId: ofItem(),
    act: text().$type<(typeof ITEM_ACTS)[number]>().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null: a person did it here, or somebody with a key. */
    via: text().$type<(typeof CHANGE_SOURCES)[number]>(),
    columnId: uuid(),
    before: jsonb().$type<CellValue>(),
    after: jsonb().$type<CellValue>(),
    version: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.itemId, table.version)],
);

/** Who is named in an item's columns of people: what is assigned to somebody is found by it. */
export const itemPeople = pgTable(
  'item_people',
  { itemId: ofItem(), columnId: uuid().notNull(), userId: ofUser() },
  (table) => [primaryKey({ columns: [table.itemId, table.columnId, table.userId] }), index().on(table.userId)],
);

/** Which items wait for which; never in a circle. */
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

/** Messages that were scheduled from items. */
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

/** What files stand in an item's cells: they are kept because of it. */
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

/** How a board is looked at, saved for everybody in the workspace. */
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

/** The message of a chat from which an item was made. */
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
    /** What it said when the item was made: the message itself is not kept for ever. */
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

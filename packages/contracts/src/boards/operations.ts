import { z } from 'zod';
import { e164, entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { MAX_RULE_LENGTH } from '../messages/limits.ts';
import { messageStatus } from '../messages/message.ts';
import { createMessage } from '../messages/new-message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { COLUMN_TYPES, cells, cellValue, columnOption, columnOptions, columnSettings } from './columns.ts';
import {
  MAX_CELLS_AT_ONCE,
  MAX_CHECK_LENGTH,
  MAX_COLUMNS,
  MAX_COMMENT_LENGTH,
  MAX_FILTERS,
  MAX_FROZEN,
  MAX_LEAD_DAYS,
  MAX_MENTIONS,
  MAX_NAME_LENGTH,
  MAX_ROWS_AT_ONCE,
  MAX_TEXT_LENGTH,
} from './limits.ts';
import { BULK_PATHS } from './paths.ts';
import { VIEW_KINDS } from './views.ts';

/** Templates for new boards. */
export const BOARD_TEMPLATES = ['blank', 'tasks'] as const;
export type BoardTemplate = (typeof BOARD_TEMPLATES)[number];

export const boardSummary = z.object({
  _id: entityId,
  name: z.string(),
  template: z.enum(BOARD_TEMPLATES),
  items: z.number().int(),
  createdAt: instant,
});
export type BoardSummary = z.infer<typeof boardSummary>;

export const boardColumn = z.object({
  _id: entityId,
  name: z.string(),
  type: z.enum(COLUMN_TYPES),
  options: z.array(columnOption),
  settings: columnSettings,
  /** Holds the item's title. It cannot be deleted. */
  isTitle: z.boolean(),
});
export type BoardColumn = z.infer<typeof boardColumn>;

export const boardGroup = z.object({ _id: entityId, name: z.string() });
export type BoardGroup = z.infer<typeof boardGroup>;

export const FILTER_TESTS = ['is', 'isNot', 'contains', 'isEmpty', 'isNotEmpty', 'atLeast', 'atMost'] as const;
export const boardFilter = z.object({
  columnId: entityId,
  test: z.enum(FILTER_TESTS),
  /** Omitted for tests that compare nothing. */
  value: z.union([z.string().max(MAX_TEXT_LENGTH), z.number(), z.boolean()]).optional(),
});
export type BoardFilter = z.infer<typeof boardFilter>;
export const boardSort = z.object({ columnId: entityId, isDescending: z.boolean().default(false) });
export type BoardSort = z.infer<typeof boardSort>;

export const boardView = z.object({
  _id: entityId,
  name: z.string(),
  kind: z.enum(VIEW_KINDS),
  filters: z.array(boardFilter),
  /** Null: the manual order. */
  sort: boardSort.nullable(),
  hiddenColumnIds: z.array(entityId),
  /** Number of columns frozen after the title. */
  frozenColumns: z.number().int(),
});
export type BoardView = z.infer<typeof boardView>;

export const board = boardSummary.extend({
  columns: z.array(boardColumn),
  groups: z.array(boardGroup),
  views: z.array(boardView),
});
export type Board = z.infer<typeof board>;

export const boardItem = z.object({
  _id: entityId,
  boardId: entityId,
  groupId: entityId,
  /** The parent item; null: a top-level item. */
  parentId: entityId.nullable(),
  /** Number of subitems. */
  subitems: z.number().int(),
  /** Running number in the board, from 1. */
  number: z.number().int(),
  cells,
  version: z.number().int(),
  createdBy: entityId.nullable(),
  createdAt: instant,
  /** Null if unchanged since it was added, or if the account was deleted. */
  changedBy: entityId.nullable(),
  changedAt: instant,
});
export type BoardItem = z.infer<typeof boardItem>;

/** Sources of changes that were not made by a member in the app. */
export const CHANGE_SOURCES = ['form', 'automation', 'bot'] as const;
export const ITEM_ACTS = ['created', 'cell', 'moved', 'deleted', 'restored', 'pressed'] as const;
export const itemChange = z.object({
  _id: entityId,
  act: z.enum(ITEM_ACTS),
  /** Author; null if their account was deleted or the change came from another source. */
  by: z.object({ _id: entityId, name: z.string() }).nullable(),
  /** `form`: a shared form was submitted. `automation`: an automation of the board. `bot`: a step of a bot. */
  via: z.enum(CHANGE_SOURCES).nullable(),
  /** Column of the changed cell or pressed button; null for other changes. */
  columnId: entityId.nullable(),
  before: cellValue,
  after: cellValue,
  version: z.number().int(),
  at: instant,
});
export type ItemChange = z.infer<typeof itemChange>;

/** Why a cell or a whole new row was skipped. `changed`: somebody else has changed it since. */
const LEFT_OUT = ['invalid', 'changed', 'gone'] as const;
const leftOut = z.object({
  /** Index in the request, from 0. */
  row: z.number().int(),
  columnId: entityId.nullable(),
  reason: z.enum(LEFT_OUT),
});
export type LeftOut = z.infer<typeof leftOut>;
const cellsSet = z.object({ changed: z.number().int(), leftOut: z.array(leftOut) });
export type CellsSet = z.infer<typeof cellsSet>;
const rowsAdded = z.object({ added: z.number().int(), leftOut: z.array(leftOut) });
export type RowsAdded = z.infer<typeof rowsAdded>;

/** An item assigned to me. */
export const assignedItem = z.object({
  item: boardItem,
  boardName: z.string(),
  title: z.string(),
  /** Value of its first date column; null if empty. */
  dueOn: z.string().nullable(),
  status: columnOption.nullable(),
  isDone: z.boolean(),
  /** The status cell that marks it as done, and the value for it; null if the board has no such status. */
  done: z.object({ columnId: entityId, value: z.string() }).nullable(),
});
export type AssignedItem = z.infer<typeof assignedItem>;

/** The chat message an item was created from. */
export const itemMessage = z.object({
  /** Null if the connection was deleted. */
  engineId: entityId.nullable(),
  /** A phone number (E.164) or a group id. */
  chat: z.string(),
  chatName: z.string().nullable(),
  /** WhatsApp's message id. */
  waMessageId: z.string(),
  text: z.string(),
  at: instant,
});
export type ItemMessage = z.infer<typeof itemMessage>;

export const check = z.object({ _id: entityId, text: z.string(), isDone: z.boolean() });
export type Check = z.infer<typeof check>;

/** How an item recurs, and when its assignees are reminded of its date. */
export const itemPlan = z.object({
  rule: z
    .string()
    .max(MAX_RULE_LENGTH)
    .nullable()
    .describe('Recurrence rule (RFC 5545): completing the item adds the next one. Null if it does not recur.'),
  reminder: z
    .object({
      daysBefore: z.int().min(0).max(MAX_LEAD_DAYS),
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .describe('Time of day in each person’s time zone.'),
    })
    .nullable(),
});
export type ItemPlan = z.infer<typeof itemPlan>;
/** An item at the other end of a dependency. */
export const linkedItem = z.object({
  _id: entityId,
  title: z.string(),
  isDone: z.boolean(),
  /** Start day: the value of the board's first date column. */
  startsOn: z.string().nullable(),
  /** End day: the value of the second date column, or of the first if there is only one. */
  endsOn: z.string().nullable(),
});
export type LinkedItem = z.infer<typeof linkedItem>;

export const dependency = z.object({ itemId: entityId, waitsFor: linkedItem });
export type Dependency = z.infer<typeof dependency>;

export const scheduledFromItem = z.object({
  _id: entityId,
  contactName: z.string(),
  status: messageStatus,
  dueDate: instant,
});
export type ScheduledFromItem = z.infer<typeof scheduledFromItem>;

export const itemDetails = z.object({
  message: itemMessage.nullable(),
  plan: itemPlan,
  /** In order of creation. */
  checklist: z.array(check),
  /** Files in its cells. */
  files: z.array(z.object({ _id: entityId, name: z.string() })),
  waitsFor: z.array(linkedItem),
  /** Items that wait for it. */
  blocks: z.array(linkedItem),
  /** Messages scheduled from this item, latest due date first. */
  scheduled: z.array(scheduledFromItem),
});
export type ItemDetails = z.infer<typeof itemDetails>;

export const itemComment = z.object({
  _id: entityId,
  text: z.string(),
  /** Null if the account was deleted. */
  by: z.object({ _id: entityId, name: z.string() }).nullable(),
  at: instant,
  /** Whether the caller wrote it and may delete it. */
  isMine: z.boolean(),
});
export type ItemComment = z.infer<typeof itemComment>;

export const boardErrors = {
  /** Somebody else changed the cell since it was read; nothing was changed. */
  CELL_CHANGED: {
    status: 409,
    message: 'Someone else has changed this cell.',
    data: z.object({ value: cellValue, version: z.number().int() }),
  },
} as const;

const name = lineOfText(MAX_NAME_LENGTH);
const byId = z.object({ id: entityId });
const nothing = z.object({});
/** Id of the next sibling; null: last. */
const before = entityId.nullable();

/** One value per column. */
const values = z.array(cellValue).max(MAX_COLUMNS);
const columnIds = z
  .array(entityId)
  .min(1)
  .max(MAX_COLUMNS)
  .refine((ids) => new Set(ids).size === ids.length);
const isWithinCellLimit = ({ columnIds: ids, rows }: { columnIds: string[]; rows: unknown[] }) =>
  ids.length * rows.length <= MAX_CELLS_AT_ONCE;

const chatRef = z.object({ engineId: entityId, chat: z.string().min(1).max(128) });

const at = routesUnder('boards');

export const boardsContract = {
  list: query('boards')
    .route(at.get('/boards', 'Boards, by name'))
    .input(
      listQuery
        .omit({ sort: true })
        .extend({ search: z.string().max(200).optional(), template: z.enum(BOARD_TEMPLATES).optional() }),
    )
    .output(page(boardSummary)),
  create: mutation('boards')
    .route(at.post('/boards', 'Create a board', { successStatus: 201 }))
    .input(z.object({ name, template: z.enum(BOARD_TEMPLATES).default('blank') }))
    .output(board),
  read: query('boards')
    .route(at.get('/boards/{id}', 'A board with its columns, groups and views'))
    .input(byId)
    .output(board),
  rename: mutation('boards')
    .route(at.patch('/boards/{id}', 'Rename a board'))
    .input(byId.extend({ name }))
    .output(board),
  remove: mutation('boards').route(at.delete('/boards/{id}', 'Delete a board')).input(byId).output(nothing),
  restore: mutation('boards')
    .route(at.post('/boards/{id}/restore', 'Restore a deleted board'))
    .input(byId)
    .output(board),

  addColumn: mutation('boards')
    .route(at.post('/boards/{id}/columns', 'Add a column', { successStatus: 201 }))
    .input(
      byId.extend({
        name,
        type: z.enum(COLUMN_TYPES),
        options: columnOptions.optional(),
        settings: columnSettings.optional(),
      }),
    )
    .output(board),
  changeColumn: mutation('boards')
    .route(at.patch('/board-columns/{id}', 'Rename or move a column, or change its options and settings'))
    .input(
      byId.extend({
        name: name.optional(),
        options: columnOptions.optional(),
        settings: columnSettings.optional(),
        beforeId: before.optional(),
      }),
    )
    .output(board),
  removeColumn: mutation('boards').route(at.delete('/board-columns/{id}', 'Delete a column')).input(byId).output(board),
  addGroup: mutation('boards')
    .route(at.post('/boards/{id}/groups', 'Add a group', { successStatus: 201 }))
    .input(byId.extend({ name }))
    .output(board),
  changeGroup: mutation('boards')
    .route(at.patch('/board-groups/{id}', 'Rename or move a group'))
    .input(byId.extend({ name: name.optional(), beforeId: before.optional() }))
    .output(board),
  removeGroup: mutation('boards')
    .route(at.delete('/board-groups/{id}', 'Delete an empty group'))
    .input(byId)
    .output(board),
  saveView: mutation('boards')
    .route(at.post('/boards/{id}/views', 'Save a view, replacing one of the same name', { successStatus: 201 }))
    .input(
      byId.extend({
        name,
        kind: z.enum(VIEW_KINDS),
        filters: z.array(boardFilter).max(MAX_FILTERS),
        sort: boardSort.nullable(),
        hiddenColumnIds: z.array(entityId).max(MAX_COLUMNS).default([]).describe('Columns hidden in a table view.'),
        frozenColumns: z.int().min(0).max(MAX_FROZEN).default(0),
      }),
    )
    .output(board),
  removeView: mutation('boards').route(at.delete('/board-views/{id}', 'Delete a view')).input(byId).output(board),

  items: query('boards')
    .route(at.post('/boards/{id}/items/list', 'Items of a board, by group in their manual order, or sorted'))
    .input(
      listQuery.omit({ sort: true }).extend({
        id: entityId,
        search: z.string().max(200).optional(),
        filters: z.array(boardFilter).max(MAX_FILTERS).default([]),
        sort: boardSort.nullable().default(null),
        isDeleted: z.boolean().default(false).describe('True returns deleted items that can be restored.'),
        parentId: entityId.optional().describe('Only subitems of this item.'),
        withSubitems: z.boolean().default(false).describe('True includes subitems, in order among all items.'),
      }),
    )
    .output(page(boardItem)),
  addItem: mutation('boards')
    .route(at.post('/boards/{id}/items', 'Add an item', { successStatus: 201 }))
    .input(
      byId.extend({
        groupId: entityId,
        cells: cells.default({}),
        beforeId: before.default(null),
        parentId: entityId.nullable().default(null).describe('Parent item in the group, which makes it a subitem.'),
      }),
    )
    .output(boardItem),
  readItem: query('boards').route(at.get('/board-items/{id}', 'An item')).input(byId).output(boardItem),
  setCell: mutation('boards')
    .errors(boardErrors)
    .route(at.put('/board-items/{id}/cells/{columnId}', 'Set one cell'))
    .input(
      byId.extend({
        columnId: entityId,
        value: cellValue,
        expected: cellValue
          .optional()
          .describe('The value last read. The change is refused if the cell has another value by now.'),
      }),
    )
    .output(boardItem),
  pressButton: mutation('boards')
    .route(at.post('/board-items/{id}/buttons/{columnId}', 'Press a button of an item'))
    .input(byId.extend({ columnId: entityId }))
    .output(z.object({ setOff: z.int().describe('Number of automations started.') })),
  setCells: mutation('boards')
    .route(at.post(BULK_PATHS.setCells, 'Set many cells; invalid or outdated changes are skipped'))
    .input(
      z
        .object({
          boardId: entityId,
          columnIds,
          rows: z
            .array(
              z.object({
                id: entityId,
                values,
                expected: values.optional().describe('The values last read.'),
              }),
            )
            .min(1)
            .max(MAX_ROWS_AT_ONCE)
            .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length),
        })
        .refine(isWithinCellLimit),
    )
    .output(cellsSet),
  addRows: mutation('boards')
    .route(at.post(BULK_PATHS.addRows, 'Add many items to a group; rows with an invalid value are skipped'))
    .input(
      z
        .object({
          boardId: entityId,
          groupId: entityId,
          columnIds,
          rows: z.array(values).min(1).max(MAX_ROWS_AT_ONCE),
          importId: entityId.describe(
            'Client-generated id shared by all requests of one import, used to undo them together.',
          ),
          firstRow: z
            .int()
            .min(0)
            .describe('Index of the first row within the whole import. Rows added earlier are not added again.'),
          parents: z
            .array(z.int().min(0).nullable())
            .max(MAX_ROWS_AT_ONCE)
            .optional()
            .describe('For each row, the import’s index of its parent row, which must precede it.'),
        })
        .refine(isWithinCellLimit),
    )
    .output(rowsAdded),
  removeRows: mutation('boards')
    .route(at.delete('/boards/{id}/rows/{importId}', 'Delete all items of one import'))
    .input(byId.extend({ importId: entityId }))
    .output(z.object({ removed: z.number().int() })),
  readItems: query('boards')
    .route(at.post('/boards/{id}/items/read', 'Items by id, without deleted ones'))
    .input(byId.extend({ ids: z.array(entityId).min(1).max(MAX_ROWS_AT_ONCE) }))
    .output(z.object({ data: z.array(boardItem) })),
  moveItem: mutation('boards')
    .route(at.post('/board-items/{id}/move', 'Move an item within its group or into another'))
    .input(byId.extend({ groupId: entityId, beforeId: before }))
    .output(boardItem),
  removeItem: mutation('boards').route(at.delete('/board-items/{id}', 'Delete an item')).input(byId).output(boardItem),
  restoreItem: mutation('boards')
    .route(at.post('/board-items/{id}/restore', 'Restore a deleted item'))
    .input(byId)
    .output(boardItem),
  history: query('boards')
    .route(at.get('/board-items/{id}/history', 'History of an item, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(itemChange)),
  myWork: query('boards')
    .route(at.get('/my-work', 'Items assigned to me, by due day'))
    .input(listQuery.omit({ sort: true }).extend({ isDone: z.stringbool().default(false) }))
    .output(page(assignedItem)),

  addFromMessage: mutation('boards')
    .route(at.post('/board-items/from-message', 'Create an item from a chat message', { successStatus: 201 }))
    .input(
      chatRef.extend({
        waMessageId: z.string().min(1).max(128),
        boardId: entityId.optional().describe('Defaults to the first task board, which is created if missing.'),
      }),
    )
    .output(boardItem.extend({ title: z.string(), boardName: z.string() })),
  ofChat: query('boards')
    .route(
      at.get('/board-items/of-chat', 'Items created from a chat’s messages or containing its number, latest first'),
    )
    .input(listQuery.omit({ sort: true }).extend(chatRef.shape))
    .output(page(assignedItem)),
  findItems: query('boards')
    .route(at.get('/board-items', 'Find items in all boards by title, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().min(1).max(200) }))
    .output(page(assignedItem)),
  details: query('boards')
    .route(
      at.get(
        '/board-items/{id}/details',
        'Details of an item: source message, plan, checklist, files and dependencies',
      ),
    )
    .input(byId)
    .output(itemDetails),
  setPlan: mutation('boards')
    .route(at.put('/board-items/{id}/plan', 'Set an item’s recurrence and reminder'))
    .input(byId.extend(itemPlan.shape))
    .output(itemPlan),
  addDependency: mutation('boards')
    .route(at.post('/board-items/{id}/dependencies', 'Make an item wait for another', { successStatus: 201 }))
    .input(byId.extend({ waitsForId: entityId }))
    .output(linkedItem),
  removeDependency: mutation('boards')
    .route(at.delete('/board-items/{id}/dependencies/{waitsForId}', 'Remove a dependency between items'))
    .input(byId.extend({ waitsForId: entityId }))
    .output(nothing),
  dependencies: query('boards')
    .route(at.get('/boards/{id}/dependencies', 'Dependencies between the items of a board'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(dependency)),
  scheduleMessage: mutation('boards')
    .route(at.post('/board-items/{id}/messages', 'Schedule a message from an item', { successStatus: 201 }))
    .input(
      byId.extend({
        mobile: e164,
        message: createMessage.shape.message.min(1),
        dueDate: createMessage.shape.dueDate,
        zone: createMessage.shape.zone,
      }),
    )
    .output(scheduledFromItem),
  tellPresence: mutation('boards')
    .route(at.post('/boards/{id}/presence', 'Show colleagues that the caller is viewing a board, for 30 s'))
    .input(
      byId.extend({ itemId: entityId.nullable(), columnId: entityId.nullable(), hasLeft: z.boolean().default(false) }),
    )
    .output(nothing),
  addCheck: mutation('boards')
    .route(at.post('/board-items/{id}/checklist', 'Add a checklist entry', { successStatus: 201 }))
    .input(byId.extend({ text: lineOfText(MAX_CHECK_LENGTH) }))
    .output(check),
  changeCheck: mutation('boards')
    .route(at.patch('/board-checks/{id}', 'Check, uncheck or rename a checklist entry'))
    .input(byId.extend({ text: lineOfText(MAX_CHECK_LENGTH).optional(), isDone: z.boolean().optional() }))
    .output(check),
  removeCheck: mutation('boards')
    .route(at.delete('/board-checks/{id}', 'Delete a checklist entry'))
    .input(byId)
    .output(nothing),
  comments: query('boards')
    .route(at.get('/board-items/{id}/comments', 'Comments on an item, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(itemComment)),
  addComment: mutation('boards')
    .route(at.post('/board-items/{id}/comments', 'Comment on an item', { successStatus: 201 }))
    .input(
      byId.extend({
        text: z.string().trim().min(1).max(MAX_COMMENT_LENGTH).refine(isStorable, NOT_STORABLE),
        mentions: z.array(entityId).max(MAX_MENTIONS).default([]).describe('Members to notify.'),
      }),
    )
    .output(itemComment),
  removeComment: mutation('boards')
    .route(at.delete('/board-comments/{id}', 'Delete one of my comments'))
    .input(byId)
    .output(nothing),
};

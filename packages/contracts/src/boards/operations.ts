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
import { MANY_PATHS } from './paths.ts';
import { VIEW_KINDS } from './views.ts';

/** What a board is made from. */
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
  /** What an item is called stands there. It cannot be deleted. */
  isTitle: z.boolean(),
});
export type BoardColumn = z.infer<typeof boardColumn>;

export const boardGroup = z.object({ _id: entityId, name: z.string() });
export type BoardGroup = z.infer<typeof boardGroup>;

export const FILTER_TESTS = ['is', 'isNot', 'contains', 'isEmpty', 'isNotEmpty', 'atLeast', 'atMost'] as const;
export const boardFilter = z.object({
  columnId: entityId,
  test: z.enum(FILTER_TESTS),
  /** Left out where nothing is compared. */
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
  /** Null: in the order that people gave it. */
  sort: boardSort.nullable(),
  hiddenColumnIds: z.array(entityId),
  /** So many columns after the title stay in sight, too. */
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
  /** The item that it is a part of; null: it is none's. */
  parentId: entityId.nullable(),
  /** How many parts it has. */
  subitems: z.number().int(),
  /** In the board, from 1. */
  number: z.number().int(),
  cells,
  version: z.number().int(),
  createdBy: entityId.nullable(),
  createdAt: instant,
  /** Null: nobody has since it was added, or they have no account any more. */
  changedBy: entityId.nullable(),
  changedAt: instant,
});
export type BoardItem = z.infer<typeof boardItem>;

/** How a change came about that nobody made here. */
export const CHANGED_VIA = ['form', 'automation', 'bot'] as const;
export const ITEM_ACTS = ['created', 'cell', 'moved', 'deleted', 'restored', 'pressed'] as const;
export const itemChange = z.object({
  _id: entityId,
  act: z.enum(ITEM_ACTS),
  /** Who did it; null: they have no account any more, or it came in another way. */
  by: z.object({ _id: entityId, name: z.string() }).nullable(),
  /** `form`: somebody sent a shared form. `automation`: a rule of the board. `bot`: a step of a bot. */
  via: z.enum(CHANGED_VIA).nullable(),
  /** Of the cell that was set, or the button that was pressed; null: neither was. */
  columnId: entityId.nullable(),
  before: cellValue,
  after: cellValue,
  version: z.number().int(),
  at: instant,
});
export type ItemChange = z.infer<typeof itemChange>;

/** Why a cell, or a whole new row, was left out. `changed`: somebody else has set it since. */
const LEFT_OUT = ['invalid', 'changed', 'gone'] as const;
const leftOut = z.object({
  /** Counted from 0, as they were sent. */
  row: z.number().int(),
  columnId: entityId.nullable(),
  reason: z.enum(LEFT_OUT),
});
export type LeftOut = z.infer<typeof leftOut>;
const cellsSet = z.object({ changed: z.number().int(), leftOut: z.array(leftOut) });
export type CellsSet = z.infer<typeof cellsSet>;
const rowsAdded = z.object({ added: z.number().int(), leftOut: z.array(leftOut) });
export type RowsAdded = z.infer<typeof rowsAdded>;

/** An item that is assigned to me. */
export const assignedItem = z.object({
  item: boardItem,
  boardName: z.string(),
  title: z.string(),
  /** The day of its first date column; null: none. */
  dueOn: z.string().nullable(),
  status: columnOption.nullable(),
  isDone: z.boolean(),
  /** The cell that says it is done, and what it says then; null: the board has no status that means so. */
  done: z.object({ columnId: entityId, value: z.string() }).nullable(),
});
export type AssignedItem = z.infer<typeof assignedItem>;

/** The message of a chat from which an item was made. */
export const itemMessage = z.object({
  /** Null: the connection was deleted. */
  engineId: entityId.nullable(),
  /** A phone number (E.164), or a group's id. */
  chat: z.string(),
  chatName: z.string().nullable(),
  /** WhatsApp's id of the message. */
  waMessageId: z.string(),
  text: z.string(),
  at: instant,
});
export type ItemMessage = z.infer<typeof itemMessage>;

export const check = z.object({ _id: entityId, text: z.string(), isDone: z.boolean() });
export type Check = z.infer<typeof check>;

/** How an item recurs, and when whoever it is assigned to is reminded of its day. */
export const itemPlan = z.object({
  rule: z
    .string()
    .max(MAX_RULE_LENGTH)
    .nullable()
    .describe('A recurrence rule of RFC 5545: once the item is done, the next one is added. Null: it does not recur.'),
  reminder: z
    .object({
      daysBefore: z.int().min(0).max(MAX_LEAD_DAYS),
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .describe('In the zone of each person.'),
    })
    .nullable(),
});
export type ItemPlan = z.infer<typeof itemPlan>;
/** An item that another one waits for, or that waits for it. */
export const linkedItem = z.object({
  _id: entityId,
  title: z.string(),
  isDone: z.boolean(),
  /** The day on which it begins: that of the board's first column of days. */
  startsOn: z.string().nullable(),
  /** The day of the second such column, or of the first if there is one alone. */
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
  /** In the order in which they were added. */
  checklist: z.array(check),
  /** Those that stand in its cells. */
  files: z.array(z.object({ _id: entityId, name: z.string() })),
  waitsFor: z.array(linkedItem),
  /** What waits for it. */
  blocks: z.array(linkedItem),
  /** Messages that were scheduled here, those that are due last first. */
  scheduled: z.array(scheduledFromItem),
});
export type ItemDetails = z.infer<typeof itemDetails>;

export const itemComment = z.object({
  _id: entityId,
  text: z.string(),
  /** Null: they have no account any more. */
  by: z.object({ _id: entityId, name: z.string() }).nullable(),
  at: instant,
  /** Whoever wrote it may delete it. */
  isMine: z.boolean(),
});
export type ItemComment = z.infer<typeof itemComment>;

export const boardErrors = {
  /** Somebody else has set the cell since it was read; nothing was changed. */
  CELL_CHANGED: {
    status: 409,
    message: 'Someone else has changed this cell.',
    data: z.object({ value: cellValue, version: z.number().int() }),
  },
} as const;

const name = lineOfText(MAX_NAME_LENGTH);
const one = z.object({ id: entityId });
const nothing = z.object({});
/** Where among its like; null: last. */
const before = entityId.nullable();

/** One value for each of the columns. */
const values = z.array(cellValue).max(MAX_COLUMNS);
const columnIds = z
  .array(entityId)
  .min(1)
  .max(MAX_COLUMNS)
  .refine((ids) => new Set(ids).size === ids.length);
const isFew = ({ columnIds: ids, rows }: { columnIds: string[]; rows: unknown[] }) =>
  ids.length * rows.length <= MAX_CELLS_AT_ONCE;

const ofChat = z.object({ engineId: entityId, chat: z.string().min(1).max(128) });

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
    .route(at.post('/boards', 'Make a board', { successStatus: 201 }))
    .input(z.object({ name, template: z.enum(BOARD_TEMPLATES).default('blank') }))
    .output(board),
  read: query('boards')
    .route(at.get('/boards/{id}', 'One board with its columns, groups and views'))
    .input(one)
    .output(board),
  rename: mutation('boards')
    .route(at.patch('/boards/{id}', 'Rename a board'))
    .input(one.extend({ name }))
    .output(board),
  remove: mutation('boards').route(at.delete('/boards/{id}', 'Delete a board')).input(one).output(nothing),
  restore: mutation('boards')
    .route(at.post('/boards/{id}/restore', 'Bring a deleted board back'))
    .input(one)
    .output(board),

  addColumn: mutation('boards')
    .route(at.post('/boards/{id}/columns', 'Add a column', { successStatus: 201 }))
    .input(
      one.extend({
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
      one.extend({
        name: name.optional(),
        options: columnOptions.optional(),
        settings: columnSettings.optional(),
        beforeId: before.optional(),
      }),
    )
    .output(board),
  removeColumn: mutation('boards').route(at.delete('/board-columns/{id}', 'Delete a column')).input(one).output(board),
  addGroup: mutation('boards')
    .route(at.post('/boards/{id}/groups', 'Add a group', { successStatus: 201 }))
    .input(one.extend({ name }))
    .output(board),
  changeGroup: mutation('boards')
    .route(at.patch('/board-groups/{id}', 'Rename or move a group'))
    .input(one.extend({ name: name.optional(), beforeId: before.optional() }))
    .output(board),
  removeGroup: mutation('boards')
    .route(at.delete('/board-groups/{id}', 'Delete an empty group'))
    .input(one)
    .output(board),
  saveView: mutation('boards')
    .route(at.post('/boards/{id}/views', 'Save a view; one of the same name is replaced', { successStatus: 201 }))
    .input(
      one.extend({
        name,
        kind: z.enum(VIEW_KINDS),
        filters: z.array(boardFilter).max(MAX_FILTERS),
        sort: boardSort.nullable(),
        hiddenColumnIds: z.array(entityId).max(MAX_COLUMNS).default([]).describe('Of a table: they are not shown.'),
        frozenColumns: z.int().min(0).max(MAX_FROZEN).default(0),
      }),
    )
    .output(board),
  removeView: mutation('boards').route(at.delete('/board-views/{id}', 'Delete a view')).input(one).output(board),

  items: query('boards')
    .route(at.post('/boards/{id}/items/list', 'Items of a board, by its groups and in their order, or sorted'))
    .input(
      listQuery.omit({ sort: true }).extend({
        id: entityId,
        search: z.string().max(200).optional(),
        filters: z.array(boardFilter).max(MAX_FILTERS).default([]),
        sort: boardSort.nullable().default(null),
        isDeleted: z.boolean().default(false).describe('True: those that were deleted, and can be restored.'),
        parentId: entityId.optional().describe('Only the parts of this item.'),
        withSubitems: z.boolean().default(false).describe('True: parts of items, too, in their order among all.'),
      }),
    )
    .output(page(boardItem)),
  addItem: mutation('boards')
    .route(at.post('/boards/{id}/items', 'Add an item', { successStatus: 201 }))
    .input(
      one.extend({
        groupId: entityId,
        cells: cells.default({}),
        beforeId: before.default(null),
        parentId: entityId.nullable().default(null).describe('The item of the group that it becomes a part of.'),
      }),
    )
    .output(boardItem),
  readItem: query('boards').route(at.get('/board-items/{id}', 'One item')).input(one).output(boardItem),
  setCell: mutation('boards')
    .errors(boardErrors)
    .route(at.put('/board-items/{id}/cells/{columnId}', 'Set one cell'))
    .input(
      one.extend({
        columnId: entityId,
        value: cellValue,
        expected: cellValue
          .optional()
          .describe('What the cell had when it was read. It is refused when it has something else by now.'),
      }),
    )
    .output(boardItem),
  pressButton: mutation('boards')
    .route(at.post('/board-items/{id}/buttons/{columnId}', 'Press a button of an item'))
    .input(one.extend({ columnId: entityId }))
    .output(z.object({ setOff: z.int().describe('How many automations it has set off.') })),
  setCells: mutation('boards')
    .route(at.post(MANY_PATHS.setCells, 'Set many cells; those that cannot be are left as they are'))
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
                expected: values.optional().describe('What the cells had when they were read.'),
              }),
            )
            .min(1)
            .max(MAX_ROWS_AT_ONCE)
            .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length),
        })
        .refine(isFew),
    )
    .output(cellsSet),
  addRows: mutation('boards')
    .route(
      at.post(
        MANY_PATHS.addRows,
        'Add many items to a group; a row with a value that its column does not take is left out',
      ),
    )
    .input(
      z
        .object({
          boardId: entityId,
          groupId: entityId,
          columnIds,
          rows: z.array(values).min(1).max(MAX_ROWS_AT_ONCE),
          importId: entityId.describe(
            'Made by the caller for all requests that belong together: they are undone by it.',
          ),
          firstRow: z.int().min(0).describe('Of the whole. A row that is there already is not added again.'),
          parents: z
            .array(z.int().min(0).nullable())
            .max(MAX_ROWS_AT_ONCE)
            .optional()
            .describe('For each row the row of the whole that it becomes a part of; it comes before it.'),
        })
        .refine(isFew),
    )
    .output(rowsAdded),
  removeRows: mutation('boards')
    .route(at.delete('/boards/{id}/rows/{importId}', 'Delete all items that were added together'))
    .input(one.extend({ importId: entityId }))
    .output(z.object({ removed: z.number().int() })),
  readItems: query('boards')
    .route(at.post('/boards/{id}/items/read', 'Some items by their ids; those that are deleted are left out'))
    .input(one.extend({ ids: z.array(entityId).min(1).max(MAX_ROWS_AT_ONCE) }))
    .output(z.object({ data: z.array(boardItem) })),
  moveItem: mutation('boards')
    .route(at.post('/board-items/{id}/move', 'Move an item within its group or into another'))
    .input(one.extend({ groupId: entityId, beforeId: before }))
    .output(boardItem),
  removeItem: mutation('boards').route(at.delete('/board-items/{id}', 'Delete an item')).input(one).output(boardItem),
  restoreItem: mutation('boards')
    .route(at.post('/board-items/{id}/restore', 'Bring a deleted item back'))
    .input(one)
    .output(boardItem),
  history: query('boards')
    .route(at.get('/board-items/{id}/history', 'What became of an item, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(itemChange)),
  myWork: query('boards')
    .route(at.get('/my-work', 'Items that are assigned to me, by the day they are due'))
    .input(listQuery.omit({ sort: true }).extend({ isDone: z.stringbool().default(false) }))
    .output(page(assignedItem)),

  addFromMessage: mutation('boards')
    .route(at.post('/board-items/from-message', 'Make a task of a chat message', { successStatus: 201 }))
    .input(
      ofChat.extend({
        waMessageId: z.string().min(1).max(128),
        boardId: entityId.optional().describe('Left out: the first board of tasks, which is made if there is none.'),
      }),
    )
    .output(boardItem.extend({ title: z.string(), boardName: z.string() })),
  ofChat: query('boards')
    .route(
      at.get('/board-items/of-chat', 'Items that were made of messages of a chat or have its number, the latest first'),
    )
    .input(listQuery.omit({ sort: true }).extend(ofChat.shape))
    .output(page(assignedItem)),
  findItems: query('boards')
    .route(at.get('/board-items', 'Items of all boards by what they are called, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().min(1).max(200) }))
    .output(page(assignedItem)),
  details: query('boards')
    .route(at.get('/board-items/{id}/details', 'The message an item came from, and its checklist'))
    .input(one)
    .output(itemDetails),
  setPlan: mutation('boards')
    .route(at.put('/board-items/{id}/plan', 'Set how an item recurs and when people are reminded of it'))
    .input(one.extend(itemPlan.shape))
    .output(itemPlan),
  addDependency: mutation('boards')
    .route(at.post('/board-items/{id}/dependencies', 'Have an item wait for another', { successStatus: 201 }))
    .input(one.extend({ waitsForId: entityId }))
    .output(linkedItem),
  removeDependency: mutation('boards')
    .route(at.delete('/board-items/{id}/dependencies/{waitsForId}', 'Have an item wait no longer for another'))
    .input(one.extend({ waitsForId: entityId }))
    .output(nothing),
  dependencies: query('boards')
    .route(at.get('/boards/{id}/dependencies', 'Which items of a board wait for which'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(dependency)),
  scheduleMessage: mutation('boards')
    .route(at.post('/board-items/{id}/messages', 'Schedule a message from an item', { successStatus: 201 }))
    .input(
      one.extend({
        mobile: e164,
        message: createMessage.shape.message.min(1),
        dueDate: createMessage.shape.dueDate,
        zone: createMessage.shape.zone,
      }),
    )
    .output(scheduledFromItem),
  tellPresence: mutation('boards')
    .route(at.post('/boards/{id}/presence', 'Tell colleagues that the caller looks at a board; lasts 30 s'))
    .input(
      one.extend({ itemId: entityId.nullable(), columnId: entityId.nullable(), hasLeft: z.boolean().default(false) }),
    )
    .output(nothing),
  addCheck: mutation('boards')
    .route(at.post('/board-items/{id}/checklist', 'Add an entry to the checklist', { successStatus: 201 }))
    .input(one.extend({ text: lineOfText(MAX_CHECK_LENGTH) }))
    .output(check),
  changeCheck: mutation('boards')
    .route(at.patch('/board-checks/{id}', 'Check, uncheck or rename an entry of a checklist'))
    .input(one.extend({ text: lineOfText(MAX_CHECK_LENGTH).optional(), isDone: z.boolean().optional() }))
    .output(check),
  removeCheck: mutation('boards')
    .route(at.delete('/board-checks/{id}', 'Delete an entry of a checklist'))
    .input(one)
    .output(nothing),
  comments: query('boards')
    .route(at.get('/board-items/{id}/comments', 'Comments on an item, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(itemComment)),
  addComment: mutation('boards')
    .route(at.post('/board-items/{id}/comments', 'Comment on an item', { successStatus: 201 }))
    .input(
      one.extend({
        text: z.string().trim().min(1).max(MAX_COMMENT_LENGTH).refine(isStorable, NOT_STORABLE),
        mentions: z.array(entityId).max(MAX_MENTIONS).default([]).describe('Members to notify.'),
      }),
    )
    .output(itemComment),
  removeComment: mutation('boards')
    .route(at.delete('/board-comments/{id}', 'Delete a comment of yours'))
    .input(one)
    .output(nothing),
};

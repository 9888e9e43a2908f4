import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type {
  AssignedItem,
  Board,
  BoardItem,
  BoardSummary,
  Check,
  ItemChange,
  ItemComment,
  ItemDetails,
} from '@switchyard/contracts/boards/operations';
import type { Db } from '../../platform/database/database.ts';
import { type BoardRow, countSubitems, type HistoryRow, type ItemRow, type WholeBoard } from './boards.queries.ts';
import type { CheckRow, CommentRow, ReadDetails } from './item-details.ts';
import type { AssignedRow } from './my-work.ts';

export const presentSummary = ({ id, name, template, items, createdAt }: BoardRow): BoardSummary => ({
  _id: id,
  name,
  template,
  items,
  createdAt: createdAt.toISOString(),
});

export const presentBoard = (row: WholeBoard): Board => ({
  ...presentSummary(row),
  columns: row.columns.map(({ id, name, type, options, settings, isTitle }) => ({
    _id: id,
    name,
    type,
    options,
    // Older columns lack settings that were added later.
    settings: { ...NO_SETTINGS, ...settings },
    isTitle,
  })),
  groups: row.groups.map(({ id, name }) => ({ _id: id, name })),
  views: row.views.map(({ id, name, kind, filters, sort, hiddenColumnIds, frozenColumns }) => ({
    _id: id,
    name,
    kind,
    filters,
    sort,
    hiddenColumnIds,
    frozenColumns,
  })),
});

/** @param subitems number of its subitems */
export const presentItem = (row: ItemRow, subitems: number): BoardItem => ({
  _id: row.id,
  boardId: row.boardId,
  groupId: row.groupId,
  parentId: row.parentId,
  subitems,
  number: row.number,
  cells: row.cells,
  version: row.version,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  changedBy: row.changedBy,
  changedAt: row.updatedAt.toISOString(),
});

/** Items for the API, each with its number of subitems. */
export async function presentItems(db: Db, rows: readonly ItemRow[]): Promise<BoardItem[]> {
  const counts = await countSubitems(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentItem(row, counts.get(row.id) ?? 0));
}

export const presentChange = ({ change, name }: HistoryRow): ItemChange => ({
  _id: change.id,
  act: change.act,
  by: change.userId === null ? null : { _id: change.userId, name: name ?? '' },
  via: change.via,
  columnId: change.columnId,
  before: change.before,
  after: change.after,
  version: change.version,
  at: change.createdAt.toISOString(),
});

export const presentAssigned = (row: AssignedRow): AssignedItem => {
  const { item, boardName, title, dueOn, statusColumnId, options } = row;
  const status = options.find(({ id }) => id === item.cells[statusColumnId ?? '']) ?? null;
  const done = options.find(({ isDone }) => isDone);
  return {
    item: presentItem(item, row.subitems),
    boardName,
    title,
    dueOn,
    status,
    isDone: status?.isDone ?? false,
    done: statusColumnId !== null && done ? { columnId: statusColumnId, value: done.id } : null,
  };
};

export const presentCheck = ({ id, text, isDone }: CheckRow): Check => ({ _id: id, text, isDone });

export const presentDetails = ({ message, checks, ...others }: ReadDetails): ItemDetails => ({
  ...others,
  message: message && {
    engineId: message.engineId,
    chat: message.chat,
    chatName: message.chatName,
    waMessageId: message.waMessageId,
    text: message.text,
    at: message.writtenAt.toISOString(),
  },
  checklist: checks.map(presentCheck),
});

/** @param userId the reader */
export const presentComment = ({ comment, name }: CommentRow, userId: string): ItemComment => ({
  _id: comment.id,
  text: comment.text,
  by: comment.userId === null ? null : { _id: comment.userId, name: name ?? '' },
  at: comment.createdAt.toISOString(),
  isMine: comment.userId === userId,
});

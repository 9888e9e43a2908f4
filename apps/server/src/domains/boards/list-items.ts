import { isChosen } from '@switchyard/contracts/boards/columns';
import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/text-search.ts';
import { invalid } from '../../platform/refusal.ts';
import { type ColumnRow, findLayout, type ItemRow, requireBoard } from './boards.queries.ts';
import { boardGroups, boardItems } from './boards.schema.ts';

export interface ItemsQuery extends Pick<ListQuery, 'limit' | 'skip'> {
  id: string;
  search?: string | undefined;
  filters: readonly BoardFilter[];
  sort: BoardSort | null;
  isDeleted: boolean;
  /** By when they were made, whatever their groups. */
  byAge?: 'asc' | 'desc';
}

/**
 * One page of a board's items, and how many match.
 * @throws Refusal `NOT_FOUND`, `INVALID`: a column that the board does not have
 */
export async function listItems(
  db: Db,
  workspaceId: string,
  query: ItemsQuery,
): Promise<{ rows: ItemRow[]; total: number }> {
  await requireBoard(db, workspaceId, query.id);
  const { columns } = await findLayout(db, query.id);
  return searchItems(db, columns, query);
}

const columnAt = (columns: readonly ColumnRow[], field: string, id: string): ColumnRow => {
  const column = columns.find((one) => one.id === id);
  if (!column) throw invalid([faultAt(field, 'choice')]);
  return column;
};

/**
 * What items must be to pass all filters.
 * @throws Refusal `INVALID`: a column that is not among these, or a value that it cannot be compared with
 */
export const passingAll = (columns: readonly ColumnRow[], filters: readonly BoardFilter[]): SQL[] =>
  filters.map((filter, at) => passes(columnAt(columns, `filters.${at}.columnId`, filter.columnId), filter));

/** What leaves out items that are done by their first status. */
export const leavingOutDone = (columns: readonly ColumnRow[]): BoardFilter[] => {
  const status = columns.find(({ type }) => type === 'status');
  const done = status?.options.filter(({ isDone }) => isDone) ?? [];
  return done.map(({ id }) => ({ columnId: status?.id ?? '', test: 'isNot', value: id }));
};

/**
 * One page of a board's items that are searched, filtered and sorted by these columns alone, and how many match.
 * @param always what every item must be besides
 * @throws Refusal `INVALID`: another column
 */
export async function searchItems(
  db: Db,
  columns: readonly ColumnRow[],
  query: ItemsQuery,
  always: readonly SQL[] = [],
): Promise<{ rows: ItemRow[]; total: number }> {
  const matches = and(
    eq(boardItems.boardId, query.id),
    query.isDeleted ? isNotNull(boardItems.deletedAt) : isNull(boardItems.deletedAt),
    query.search ? hasText(columns, query.search) : undefined,
    ...passingAll(columns, query.filters),
    ...always,
  );
  const { sort, byAge } = query;
  const sorted = sort && sortedBy(columnAt(columns, 'sort.columnId', sort.columnId), sort.isDescending);
  const rows = await db
    .select(getTableColumns(boardItems))
    .from(boardItems)
    .innerJoin(boardGroups, eq(boardGroups.id, boardItems.groupId))
    .where(matches)
    .orderBy(
      ...(byAge ? [byAge === 'asc' ? asc(boardItems.id) : desc(boardItems.id)] : []),
      ...(query.isDeleted ? [desc(boardItems.deletedAt)] : []),
      asc(boardGroups.position),
      asc(boardGroups.id),
      ...(sorted ? [sorted] : []),
      asc(boardItems.position),
      asc(boardItems.id),
    )
    .limit(query.limit)
    .offset(query.skip);
  return { rows, total: await db.$count(boardItems, matches) };
}

/** A cell as text; null: nothing stands there. */
const cellText = ({ id, type }: ColumnRow): SQL => {
  if (type === 'runningNumber') return sql`${boardItems.number}::text`;
  if (type === 'createdAt') return sql`${boardItems.createdAt}::text`;
  if (type === 'changedAt') return sql`${boardItems.updatedAt}::text`;
  return sql`nullif(${boardItems.cells} ->> ${id}::text, '')`;
};

const isNumeric = ({ type }: ColumnRow): boolean => ['number', 'rating', 'runningNumber'].includes(type);
const comparable = (column: ColumnRow): SQL =>
  isNumeric(column) ? sql`(${cellText(column)})::numeric` : sql`lower(${cellText(column)} collate "und-x-icu")`;

function passes(column: ColumnRow, { test, value }: BoardFilter): SQL {
  const cell = column.type === 'people' ? sql`${boardItems.cells} -> ${column.id}::text` : cellText(column);
  const isEmpty =
    column.type === 'checkbox'
      ? sql`coalesce(${cell}, 'false') = 'false'`
      : column.type === 'people'
        ? sql`coalesce(jsonb_array_length(nullif(${cell}, 'null')), 0) = 0`
        : sql`${cell} is null`;
  if (test === 'isEmpty') return isEmpty;
  if (test === 'isNotEmpty') return sql`not (${isEmpty})`;
  const text = String(value ?? '');
  if (test === 'contains') {
    return sql`lower(${cellText(column)} collate "und-x-icu") like lower(${containing(text)}::text collate "und-x-icu")`;
  }
  if (test === 'is' || test === 'isNot') {
    const isSame =
      column.type === 'people'
        ? sql`coalesce(${cell} ? ${text}::text, false)`
        : column.type === 'checkbox'
          ? sql`coalesce(${cell}, 'false') = ${text}::text`
          : sql`lower(coalesce(${cell}, '') collate "und-x-icu") = lower(${text}::text collate "und-x-icu")`;
    return test === 'is' ? isSame : sql`not (${isSame})`;
  }
  if (isNumeric(column) && !Number.isFinite(Number(text || Number.NaN))) throw invalid([faultAt('filters', 'number')]);
  const limit = isNumeric(column) ? sql`${text}::numeric` : sql`lower(${text}::text collate "und-x-icu")`;
  return test === 'atLeast' ? sql`${comparable(column)} >= ${limit}` : sql`${comparable(column)} <= ${limit}`;
}

/** Somewhere in what people wrote, or in the name of an option. */
function hasText(columns: readonly ColumnRow[], search: string): SQL {
  const isWritten = ({ type }: ColumnRow) => ['text', 'longText', 'phone', 'email', 'link'].includes(type);
  const written = columns.filter(isWritten).map(cellText);
  const like = sql`lower(${containing(search)}::text collate "und-x-icu")`;
  // There may be no such column: the empty text is one.
  const words = sql`lower(concat_ws(' ', ${sql.join([sql`''`, ...written], sql`, `)}) collate "und-x-icu")`;
  const folded = search.toLowerCase();
  const named = columns
    .filter(({ type }) => isChosen(type))
    .flatMap((column) =>
      column.options
        .filter(({ name }) => name.toLowerCase().includes(folded))
        .map(({ id }) => sql`${cellText(column)} = ${id}::text`),
    );
  return sql`(${sql.join([sql`${words} like ${like}`, ...named], sql` or `)})`;
}

/** What is chosen sorts in the order of the options; empty cells come last. */
function sortedBy(column: ColumnRow, isDescending: boolean): SQL {
  const value = isChosen(column.type)
    ? sql`array_position(${`{${column.options.map(({ id }) => `"${id}"`).join()}}`}::text[], ${cellText(column)})`
    : comparable(column);
  return isDescending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
}

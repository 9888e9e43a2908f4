import { hasOptions, hasValues, isNumeric } from '@switchyard/contracts/boards/columns';
import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
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
  /** Only the parts of this item. */
  parentId?: string | undefined;
  /** Parts of items, too; false or left out: only what is a part of nothing. */
  withSubitems?: boolean | undefined;
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
  if (!column || !hasValues(column.type)) throw invalid([faultAt(field, 'choice')]);
  return column;
};

/**
 * What items must be to pass all filters.
 * @throws Refusal `INVALID`: a column that is not among these or has no values, or a value that it cannot be compared with
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
  const isTop = query.withSubitems || query.isDeleted ? undefined : isNull(boardItems.parentId);
  const matches = and(
    eq(boardItems.boardId, query.id),
    query.parentId ? eq(boardItems.parentId, query.parentId) : isTop,
    query.isDeleted ? isNotNull(boardItems.deletedAt) : isNull(boardItems.deletedAt),
    query.search ? hasText(columns, query.search) : undefined,
    ...passingAll(columns, query.filters),
    ...always,
  );
  const { sort, byAge } = query;
  if (byAge || query.isDeleted) {
    const rows = await db
      .select()
      .from(boardItems)
      .where(matches)
      .orderBy(
        ...(query.isDeleted ? [desc(boardItems.deletedAt)] : []),
        byAge === 'asc' ? asc(boardItems.id) : desc(boardItems.id),
      )
      .limit(query.limit)
      .offset(query.skip);
    return { rows, total: await db.$count(boardItems, matches) };
  }
  if (sort || query.search || query.filters.length > 0 || always.length > 0) {
    const keys = sort ? sortKeys(columnAt(columns, 'sort.columnId', sort.columnId)) : [];
    return findAndCount(db, matches, { ...query, keys, direction: sort?.isDescending ? 'desc' : 'asc' });
  }
  const counted = await db
    .select({ id: boardItems.groupId, count: count() })
    .from(boardItems)
    .where(matches)
    .groupBy(boardItems.groupId);
  const groups = await db
    .select({ id: boardGroups.id })
    .from(boardGroups)
    .where(eq(boardGroups.boardId, query.id))
    .orderBy(asc(boardGroups.position), asc(boardGroups.id));
  const rows: ItemRow[] = [];
  let passed = 0;
  // Group by group, each in the order of an index.
  for (const { id } of groups) {
    const inGroup = counted.find((group) => group.id === id)?.count ?? 0;
    const from = Math.max(0, query.skip - passed);
    const wanted = query.limit - rows.length;
    passed += inGroup;
    if (wanted <= 0 || from >= inGroup) continue;
    rows.push(
      ...(await db
        .select()
        .from(boardItems)
        .where(and(eq(boardItems.groupId, id), matches))
        .orderBy(asc(boardItems.position), asc(boardItems.id))
        .limit(wanted)
        .offset(from)),
    );
  }
  return { rows, total: passed };
}

/** Reads the cells of all items once: what is found is counted and sorted by its keys alone. */
async function findAndCount(
  db: Db,
  matches: SQL | undefined,
  { limit, skip, keys, direction }: Pick<ItemsQuery, 'limit' | 'skip'> & { keys: SQL[]; direction: 'asc' | 'desc' },
): Promise<{ rows: ItemRow[]; total: number }> {
  const named = keys.map((key, at) => sql`, ${key} as ${sql.identifier(`key_${at}`)}`);
  const byKeys = keys.map((_, at) => sql`found.${sql.identifier(`key_${at}`)} ${sql.raw(direction)} nulls last, `);
  // Cells are wide: those of 25,000 items, carried through the sort, would not fit into its memory.
  const { rows: found } = await db.execute<{ id: string; total: number }>(sql`
    with found as materialized (
      select ${boardItems.id}, ${boardItems.groupId}, ${boardItems.position} ${sql.join(named)} from ${boardItems} where ${matches}
    )
    select found.id, (select count(*)::integer from found) as total
    from found join board_groups g on g.id = found.group_id
    order by g.position, g.id, ${sql.join(byKeys)} found.position, found.id limit ${limit} offset ${skip}`);
  if (found.length === 0) return { rows: [], total: skip > 0 ? await db.$count(boardItems, matches) : 0 };
  const ids = found.map(({ id }) => id);
  const rows = await db.select().from(boardItems).where(inArray(boardItems.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: found[0]?.total ?? 0 };
}

/** A cell as text; null: nothing stands there. */
const cellText = ({ id, type }: ColumnRow): SQL => {
  if (type === 'runningNumber') return sql`${boardItems.number}::text`;
  if (type === 'createdAt') return sql`${boardItems.createdAt}::text`;
  if (type === 'createdBy') return sql`${boardItems.createdBy}::text`;
  if (type === 'changedAt') return sql`${boardItems.updatedAt}::text`;
  if (type === 'changedBy') return sql`${boardItems.changedBy}::text`;
  return sql`nullif(${boardItems.cells} ->> ${id}::text, '')`;
};

const hasNumbers = ({ type }: ColumnRow): boolean => isNumeric(type) || type === 'runningNumber';
const hasMany = ({ type }: ColumnRow): boolean => type === 'people' || type === 'file';
/** What a formula makes is text in one row and a number in another. */
const numberIn = ({ id }: ColumnRow): SQL => {
  const cell = sql`${boardItems.cells} -> ${id}::text`;
  return sql`case when jsonb_typeof(${cell}) = 'number' then (${cell})::numeric end`;
};
/** Whatever language it is in, it reads the same: comparing it needs no rules of one. */
const isPlain = ({ type }: ColumnRow): boolean => hasOptions(type) || type === 'date' || /(At|By)$/.test(type);
const folded = (column: ColumnRow, text: SQL): SQL =>
  isPlain(column) ? sql`${text} collate "C"` : sql`lower(${text} collate "und-x-icu")`;
const comparable = (column: ColumnRow): SQL =>
  hasNumbers(column) ? sql`(${cellText(column)})::numeric` : folded(column, cellText(column));

function passes(column: ColumnRow, { test, value }: BoardFilter): SQL {
  const cell = hasMany(column) ? sql`${boardItems.cells} -> ${column.id}::text` : cellText(column);
  const isEmpty =
    column.type === 'checkbox'
      ? sql`coalesce(${cell}, 'false') = 'false'`
      : hasMany(column)
        ? sql`coalesce(jsonb_array_length(nullif(${cell}, 'null')), 0) = 0`
        : sql`${cell} is null`;
  if (test === 'isEmpty') return isEmpty;
  if (test === 'isNotEmpty') return sql`not (${isEmpty})`;
  const text = String(value ?? '');
  if (test === 'contains') {
    return sql`lower(${cellText(column)} collate "und-x-icu") like lower(${containing(text)}::text collate "und-x-icu")`;
  }
  if (test === 'is' || test === 'isNot') {
    const isSame = hasMany(column)
      ? sql`coalesce(${cell} ? ${text}::text, false)`
      : column.type === 'checkbox'
        ? sql`coalesce(${cell}, 'false') = ${text}::text`
        : sql`${folded(column, sql`coalesce(${cell}, '')`)} = ${folded(column, sql`${text}::text`)}`;
    return test === 'is' ? isSame : sql`not (${isSame})`;
  }
  if (column.type === 'formula' && text.trim() !== '' && Number.isFinite(Number(text))) {
    return test === 'atLeast'
      ? sql`${numberIn(column)} >= ${text}::numeric`
      : sql`${numberIn(column)} <= ${text}::numeric`;
  }
  if (hasNumbers(column) && !Number.isFinite(Number(text || Number.NaN))) throw invalid([faultAt('filters', 'number')]);
  const limit = hasNumbers(column) ? sql`${text}::numeric` : folded(column, sql`${text}::text`);
  return test === 'atLeast' ? sql`${comparable(column)} >= ${limit}` : sql`${comparable(column)} <= ${limit}`;
}

/** Somewhere in what people wrote, or in the name of an option. */
function hasText(columns: readonly ColumnRow[], search: string): SQL {
  const isWritten = ({ type }: ColumnRow) => ['text', 'longText', 'phone', 'email', 'link', 'formula'].includes(type);
  const written = columns.filter(isWritten).map(cellText);
  const like = sql`lower(${containing(search)}::text collate "und-x-icu")`;
  // There may be no such column: the empty text is one.
  const words = sql`lower(concat_ws(' ', ${sql.join([sql`''`, ...written], sql`, `)}) collate "und-x-icu")`;
  const wanted = search.toLowerCase();
  const named = columns
    .filter(({ type }) => hasOptions(type))
    .flatMap((column) =>
      column.options
        .filter(({ name }) => name.toLowerCase().includes(wanted))
        .map(({ id }) => sql`${cellText(column)} = ${id}::text`),
    );
  return sql`(${sql.join([sql`${words} like ${like}`, ...named], sql` or `)})`;
}

/** By what a column is sorted: what is chosen in the order of the options, what formulas make by numbers first. */
const sortKeys = (column: ColumnRow): SQL[] => {
  if (column.type === 'formula') return [numberIn(column), comparable(column)];
  if (!hasOptions(column.type)) return [comparable(column)];
  const options = `{${column.options.map(({ id }) => `"${id}"`).join()}}`;
  return [sql`array_position(${options}::text[], ${cellText(column)})`];
};

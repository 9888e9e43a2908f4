import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import type { SharedItem, SharedTable } from '@switchyard/contracts/shares/operations';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type ColumnRow, filterConditions, findLayout, type ItemRow, searchItems } from '../boards/index.ts';
import { findFiles } from '../files/index.ts';
import { findShare, namesOfMembers, type ShareRow } from './shares.queries.ts';

interface TableQuery extends Pick<ListQuery, 'limit' | 'skip'> {
  token: string;
  search?: string | undefined;
  filters: BoardFilter[];
  sort: BoardSort | null;
}

/**
 * One page of a shared table. What is not shown is projected away before anything is searched, filtered or sorted by
 * what the visitor asks for.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`, `INVALID`: a column that is not shown
 */
export async function readTable(db: Db, { token, ...query }: TableQuery, now: Date): Promise<SharedTable> {
  const share = await findShare(db, 'table', token, now);
  const { columns, groups } = await findLayout(db, share.boardId);
  const shown = columns.filter(({ id }) => share.fields.some(({ columnId }) => columnId === id));
  const always = ownFilters(share, columns);
  const sort = query.sort ?? (share.sort && shown.some(({ id }) => id === share.sort?.columnId) ? share.sort : null);
  const { rows, total } = await searchItems(db, shown, { ...query, sort, id: share.boardId, isDeleted: false }, always);
  const named = (type: ColumnRow['type']) => {
    const of = shown.filter((column) => column.type === type);
    return [...new Set(rows.flatMap(({ cells }) => of.flatMap(({ id }) => idsIn(cells[id]))))];
  };
  const has = (type: ColumnRow['type']) => shown.some((column) => column.type === type);
  const writers = rows.flatMap(({ createdBy, changedBy }) => [
    ...(has('createdBy') && createdBy ? [createdBy] : []),
    ...(has('changedBy') && changedBy ? [changedBy] : []),
  ]);
  const names = await namesOfMembers(db, share.workspaceId, [...new Set([...named('people'), ...writers])]);
  for (const [id, { name }] of await findFiles(db, share.workspaceId, named('file'))) names.set(id, name);
  const inUse = new Set(rows.map(({ groupId }) => groupId));
  return {
    name: share.name,
    columns: shown.map(({ id, name, type, options, settings: { currency, colors }, isTitle }) => ({
      _id: id,
      name,
      type,
      options,
      settings: { ...NO_SETTINGS, currency, colors },
      isTitle,
    })),
    // The name of a group whose items are filtered out would tell about them.
    groups: groups.filter(({ id }) => inUse.has(id)).map(({ id, name }) => ({ _id: id, name })),
    data: rows.map((row) => presentShared(row, shown, names)),
    total,
  };
}

/**
 * What the share lets through. A filter whose column was deleted would let everything through: the link ends.
 * @throws Refusal `SHARE_OVER`
 */
function ownFilters({ filters }: ShareRow, columns: readonly ColumnRow[]): SQL[] {
  if (filters.some(({ columnId }) => !columns.some(({ id }) => id === columnId))) throw new Refusal('SHARE_OVER');
  return filterConditions(columns, filters);
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : []);

function presentShared(row: ItemRow, shown: readonly ColumnRow[], names: ReadonlyMap<string, string>): SharedItem {
  const cells: SharedItem['cells'] = {};
  const nameOf = (id: string | null) => (id && names.get(id)) ?? '';
  for (const { id, type } of shown) {
    const value = row.cells[id] ?? null;
    if (type === 'runningNumber') cells[id] = row.number;
    else if (type === 'createdAt') cells[id] = row.createdAt.toISOString();
    else if (type === 'changedAt') cells[id] = row.updatedAt.toISOString();
    else if (type === 'createdBy') cells[id] = nameOf(row.createdBy);
    else if (type === 'changedBy') cells[id] = nameOf(row.changedBy);
    else if (type === 'people' || type === 'file')
      cells[id] = idsIn(value).flatMap((userId) => names.get(userId) ?? []);
    else if (value !== null) cells[id] = value;
  }
  return { _id: row.id, groupId: row.groupId, cells };
}

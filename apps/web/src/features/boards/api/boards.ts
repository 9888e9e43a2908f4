import type { CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_SUBITEMS } from '@switchyard/contracts/boards/limits';
import type { BoardFilter, BoardItem, BoardSort, BoardTemplate } from '@switchyard/contracts/boards/operations';
import { type InfiniteData, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

const { boards } = apiQuery;
const ITEMS_PER_PAGE = 500;
/** A table renders its first rows as soon as these arrive; boards by status or date load a full page at once. */
const FIRST_ITEMS = 200;
const MAX_PEOPLE = 1_000;

export interface ItemsQuery {
  search?: string;
  filters: BoardFilter[];
  sort: BoardSort | null;
  /** Include subitems, each as an item. */
  withSubitems: boolean;
}
type Page = { data: BoardItem[]; total: number };

export const boardsPage = (search: string | undefined, page: number, size: number) =>
  boards.list.queryOptions({
    input: { limit: size, skip: page * size, ...(search ? { search } : {}) },
    placeholderData: keepPreviousData,
  });
export const boardOf = (template: BoardTemplate) => boards.list.queryOptions({ input: { template, limit: 1 } });
export const oneBoard = (id: string) => boards.read.queryOptions({ input: { id } });
export const itemsOf = (id: string, query: ItemsQuery) =>
  boards.items.infiniteOptions({
    input: (skip: number) => ({
      id,
      ...query,
      limit: skip === 0 && !query.withSubitems ? FIRST_ITEMS : ITEMS_PER_PAGE,
      skip,
    }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
export const deletedItemsOf = (id: string) => boards.items.queryOptions({ input: { id, isDeleted: true, limit: 100 } });
export const subitemsOf = (id: string, parentId: string) =>
  boards.items.queryOptions({ input: { id, parentId, limit: MAX_SUBITEMS } });
/** Items by name, for a picker. */
export const itemsNamed = (id: string, search: string) =>
  boards.items.queryOptions({
    input: { id, ...(search && { search }), withSubitems: true, limit: 20 },
    placeholderData: keepPreviousData,
  });
export const dependenciesOf = (id: string) => boards.dependencies.queryOptions({ input: { id, limit: 1_000 } });
export const oneItem = (id: string) => boards.readItem.queryOptions({ input: { id } });
export const historyOf = (id: string) => boards.history.queryOptions({ input: { id, limit: 50 } });
export const myWorkPage = (isDone: boolean) =>
  boards.myWork.queryOptions({
    input: { isDone: isDone ? 'true' : 'false', limit: 200 },
    placeholderData: keepPreviousData,
  });

/** Names of the workspace's members by id. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery.workspaces.members.queryOptions({ input: { limit: MAX_PEOPLE } }));
  return useMemo(() => new Map(data?.data.map(({ _id, fullName }) => [_id, fullName])), [data]);
}

/** Minimum time between two refetches of lists, whose order and matches may have changed. */
const LISTS_REFETCH_INTERVAL_MS = 1_500;

/** Follows other people's changes to boards: refetches visible items at once on their own, then the lists. */
export function useLiveBoards(): void {
  const queries = useQueryClient();
  const lists = useRef<{ timer?: number; readAt: number; isReordered: boolean }>({ readAt: 0, isReordered: false });
  useEffect(() => () => window.clearTimeout(lists.current.timer), []);
  const invalidate = (...keys: readonly unknown[][]) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  const refetchLists = (id: string, isReordered: boolean) => {
    const { timer, readAt } = lists.current;
    lists.current.isReordered ||= isReordered;
    if (timer !== undefined) return;
    const read = () => {
      const isAny = lists.current.isReordered;
      lists.current = { readAt: Date.now(), isReordered: false };
      invalidate(boards.myWork.key());
      if (isAny) invalidate(boards.list.key());
      // Cell changes affect neither the manual order nor which items are on the board.
      void queries.invalidateQueries({
        queryKey: boards.items.key({ input: { id } }),
        predicate: ({ queryKey }) => isAny || dependsOnCells(queryKey),
      });
    };
    const waitMs = readAt + LISTS_REFETCH_INTERVAL_MS - Date.now();
    if (waitMs <= 0) read();
    else lists.current.timer = window.setTimeout(read, waitMs);
  };
  useLiveEvents((event) => {
    if (event.type !== 'boards.changed') return;
    const { boardId: id, items } = event;
    const cached = cachedVersions(queries, id);
    const outdated = items.filter(({ _id, version }) => (cached.get(_id) ?? version) < version).map(({ _id }) => _id);
    if (outdated.length > 0 && !event.isMore) void refetchCached(queries, id, outdated);
    invalidate(
      boards.readItem.key(),
      boards.history.key(),
      boards.details.key(),
      boards.comments.key(),
      boards.dependencies.key({ input: { id } }),
    );
    if (event.isLayout) invalidate(boards.read.key({ input: { id } }));
    refetchLists(id, event.isReordered || event.isMore);
  });
}

/** Whether a list's items or their order can change with cells. */
function dependsOnCells(queryKey: readonly unknown[]): boolean {
  const { input } = (queryKey[1] ?? {}) as { input?: Partial<ItemsQuery> };
  return Boolean(input?.search || input?.sort || input?.filters?.length);
}

type Queries = ReturnType<typeof useQueryClient>;
const listsOf = (id: string) => ({ queryKey: boards.items.key({ type: 'infinite', input: { id } as never }) });

/** Versions of a board's items in cached lists. */
const cachedVersions = (queries: Queries, id: string): Map<string, number> =>
  new Map(
    queries
      .getQueriesData<InfiniteData<Page>>(listsOf(id))
      .flatMap(([, list]) => list?.pages ?? [])
      .flatMap(({ data }) => data.map((item) => [item._id, item.version] as const)),
  );

/** Refetches items in cached lists and patches them; removes those that no longer exist. */
async function refetchCached(queries: Queries, id: string, ids: string[]): Promise<void> {
  const { data } = await api.boards.readItems({ id, ids }).catch(() => ({ data: null }));
  if (!data) return;
  const read = new Map(data.map((item) => [item._id, item]));
  const requested = new Set(ids);
  const newest = (item: BoardItem) => {
    const found = read.get(item._id);
    return found && found.version > item.version ? found : item;
  };
  queries.setQueriesData<InfiniteData<Page>>(listsOf(id), (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.filter(({ _id }) => !requested.has(_id) || read.has(_id)).map(newest),
          })),
        }
      : list,
  );
}

/** Mutations of boards and their layout. Callers handle the consequences of each. */
export function useBoardChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: boards.key() });
  return {
    create: useMutation(boards.create.mutationOptions()),
    rename: useMutation(boards.rename.mutationOptions()),
    remove: useMutation(boards.remove.mutationOptions()),
    addColumn: useMutation(boards.addColumn.mutationOptions()),
    changeColumn: useMutation(boards.changeColumn.mutationOptions()),
    removeColumn: useMutation(boards.removeColumn.mutationOptions()),
    addGroup: useMutation(boards.addGroup.mutationOptions()),
    changeGroup: useMutation(boards.changeGroup.mutationOptions()),
    removeGroup: useMutation(boards.removeGroup.mutationOptions()),
    saveView: useMutation(boards.saveView.mutationOptions()),
    removeView: useMutation(boards.removeView.mutationOptions()),
    addItem: useMutation(boards.addItem.mutationOptions()),
    moveItem: useMutation(boards.moveItem.mutationOptions()),
    removeItem: useMutation(boards.removeItem.mutationOptions()),
    restoreBoard: (id: string) => api.boards.restore({ id }).then(onSuccess),
    restoreItem: (id: string) => api.boards.restoreItem({ id }).then(onSuccess),
  };
}

/**
 * Pending requests by cell. The next value of a cell waits for the previous one, because the request names the value
 * that it replaces.
 */
const pendingByCell = new Map<string, Promise<unknown>>();

/** Shows a cell's new value at once and saves it. Reverts to the server's value if the server refuses. */
export function useSetCell() {
  const queries = useQueryClient();
  const patchItem = (id: string, change: (item: BoardItem) => BoardItem) => {
    const patch = (item: BoardItem) => (item._id === id ? change(item) : item);
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: boards.items.key({ type: 'infinite' }) }, (cached) =>
      cached ? { ...cached, pages: cached.pages.map((page) => ({ ...page, data: page.data.map(patch) })) } : cached,
    );
    queries.setQueriesData<Page>({ queryKey: boards.items.key({ type: 'query' }) }, (cached) =>
      cached ? { ...cached, data: cached.data.map(patch) } : cached,
    );
    queries.setQueryData<BoardItem>(oneItem(id).queryKey, (item) => (item ? patch(item) : item));
  };
  const refetch = () =>
    Promise.all(
      [boards.items, boards.readItem, boards.myWork].map((domain) =>
        queries.invalidateQueries({ queryKey: domain.key() }),
      ),
    );
  return async (item: BoardItem, columnId: string, value: CellValue, isForced = false): Promise<void> => {
    const expected = item.cells[columnId] ?? null;
    patchItem(item._id, (cached) => ({ ...cached, cells: { ...cached.cells, [columnId]: value } }));
    try {
      const key = `${item._id} ${columnId}`;
      const sending = (pendingByCell.get(key) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => api.boards.setCell({ id: item._id, columnId, value, ...(isForced ? {} : { expected }) }));
      pendingByCell.set(key, sending);
      const saved = await sending.finally(() => pendingByCell.get(key) === sending && pendingByCell.delete(key));
      // The response to an earlier change must not hide a later one.
      patchItem(item._id, (cached) => (saved.version > cached.version ? saved : cached));
      await queries.invalidateQueries({ queryKey: boards.history.key() });
      await queries.invalidateQueries({ queryKey: boards.myWork.key() });
    } catch (error) {
      await refetch();
      throw error;
    }
  };
}

import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardFilter, BoardItem, BoardSort, BoardTemplate } from '@switchyard/contracts/boards/operations';
import { type InfiniteData, keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

const { boards } = apiQuery;
const ITEMS_A_PAGE = 500;
const MAX_PEOPLE = 1_000;

export interface ItemsQuery {
  search?: string;
  filters: BoardFilter[];
  sort: BoardSort | null;
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
    input: (skip: number) => ({ id, ...query, limit: ITEMS_A_PAGE, skip }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && shown < last.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });
export const deletedItemsOf = (id: string) => boards.items.queryOptions({ input: { id, isDeleted: true, limit: 100 } });
export const oneItem = (id: string) => boards.readItem.queryOptions({ input: { id } });
export const historyOf = (id: string) => boards.history.queryOptions({ input: { id, limit: 50 } });
export const myWorkPage = (isDone: boolean) =>
  boards.myWork.queryOptions({
    input: { isDone: isDone ? 'true' : 'false', limit: 200 },
    placeholderData: keepPreviousData,
  });

/** The names of the workspace's people by their ids. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery.workspaces.members.queryOptions({ input: { limit: MAX_PEOPLE } }));
  return new Map(data?.data.map(({ _id, fullName }) => [_id, fullName]));
}

/** Follows what others change on boards. */
export function useLiveBoards(): void {
  const queries = useQueryClient();
  useLiveEvents((event) => {
    if (event.type !== 'boards.changed') return;
    const input = { id: event.boardId };
    const stale = [
      boards.list.key(),
      boards.myWork.key(),
      boards.readItem.key(),
      boards.history.key(),
      boards.details.key(),
      boards.comments.key(),
      boards.items.key({ input }),
      ...(event.isLayout ? [boards.read.key({ input })] : []),
    ];
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey });
  });
}

/** Every change of boards and their layout; a caller says with each what follows. */
export function useBoardChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: boards.key() });
  return {
    create: useMutation(boards.create.mutationOptions({ onSuccess })),
    rename: useMutation(boards.rename.mutationOptions({ onSuccess })),
    remove: useMutation(boards.remove.mutationOptions({ onSuccess })),
    addColumn: useMutation(boards.addColumn.mutationOptions({ onSuccess })),
    changeColumn: useMutation(boards.changeColumn.mutationOptions({ onSuccess })),
    removeColumn: useMutation(boards.removeColumn.mutationOptions({ onSuccess })),
    addGroup: useMutation(boards.addGroup.mutationOptions({ onSuccess })),
    changeGroup: useMutation(boards.changeGroup.mutationOptions({ onSuccess })),
    removeGroup: useMutation(boards.removeGroup.mutationOptions({ onSuccess })),
    saveView: useMutation(boards.saveView.mutationOptions({ onSuccess })),
    removeView: useMutation(boards.removeView.mutationOptions({ onSuccess })),
    addItem: useMutation(boards.addItem.mutationOptions({ onSuccess })),
    moveItem: useMutation(boards.moveItem.mutationOptions({ onSuccess })),
    removeItem: useMutation(boards.removeItem.mutationOptions({ onSuccess })),
    restoreBoard: (id: string) => api.boards.restore({ id }).then(onSuccess),
    restoreItem: (id: string) => api.boards.restoreItem({ id }).then(onSuccess),
  };
}

/** What is on its way, by cell: the next value of one goes after it, since it is told what it replaces. */
const underWay = new Map<string, Promise<unknown>>();

/** Shows a cell's new value at once, and has the server set it; what is shown is the server's again when it refuses. */
export function useSetCell() {
  const queries = useQueryClient();
  const show = (id: string, change: (item: BoardItem) => BoardItem) => {
    const one = (item: BoardItem) => (item._id === id ? change(item) : item);
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: boards.items.key({ type: 'infinite' }) }, (shown) =>
      shown ? { ...shown, pages: shown.pages.map((page) => ({ ...page, data: page.data.map(one) })) } : shown,
    );
    queries.setQueryData<BoardItem>(oneItem(id).queryKey, (item) => (item ? one(item) : item));
  };
  const readAgain = () =>
    Promise.all(
      [boards.items, boards.readItem, boards.myWork].map((part) => queries.invalidateQueries({ queryKey: part.key() })),
    );
  return async (item: BoardItem, columnId: string, value: CellValue, isForced = false): Promise<void> => {
    const expected = item.cells[columnId] ?? null;
    show(item._id, (shown) => ({ ...shown, cells: { ...shown.cells, [columnId]: value } }));
    try {
      const key = `${item._id} ${columnId}`;
      const sending = (underWay.get(key) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => api.boards.setCell({ id: item._id, columnId, value, ...(isForced ? {} : { expected }) }));
      underWay.set(key, sending);
      const saved = await sending.finally(() => underWay.get(key) === sending && underWay.delete(key));
      // An earlier change's answer must not hide a later one.
      show(item._id, (shown) => (saved.version > shown.version ? saved : shown));
      await queries.invalidateQueries({ queryKey: boards.history.key() });
      await queries.invalidateQueries({ queryKey: boards.myWork.key() });
    } catch (error) {
      await readAgain();
      throw error;
    }
  };
}

import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { linkEndOf } from './links.ts';

const { contacts, shares } = apiQuery;
const ROWS_PER_PAGE = 200;
/** Without live updates, a visitor sees a change or the end of the link after at most this long. */
const REFRESH_MS = 4_000;
const MAX_LISTED = 100;

interface TableQuery {
  token: string;
  search?: string;
  filters: BoardFilter[];
  sort: BoardSort | null;
}

export const sharedTableOf = (query: TableQuery, isLive: boolean) =>
  shares.readTable.infiniteOptions({
    input: (skip: number) => ({ ...query, limit: ROWS_PER_PAGE, skip }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && shown < last.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
    retry: (count, error) => linkEndOf(error) === null && count < 2,
    refetchInterval: ({ state }) => (isLive || linkEndOf(state.error) ? false : REFRESH_MS),
  });

export const sharesOf = (boardId: string) => shares.list.queryOptions({ input: { id: boardId, limit: MAX_LISTED } });

/** Creates and revokes links. */
export function useShares() {
  return {
    shareTable: useMutation(shares.shareTable.mutationOptions()),
    shareForm: useMutation(shares.shareForm.mutationOptions()),
    personalLinks: useMutation(shares.personalLinks.mutationOptions()),
    invite: useMutation(shares.invite.mutationOptions()),
    revoke: useMutation(shares.revoke.mutationOptions()),
  };
}

/** Contacts to create personal links for. */
export const contactsNamed = (search: string) =>
  contacts.list.queryOptions({ input: { limit: 50, ...(search && { search }) }, placeholderData: keepPreviousData });

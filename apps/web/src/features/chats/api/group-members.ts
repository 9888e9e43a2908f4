import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const MEMBERS_FRESH_MS = 30_000;

/** Members of a group. Cached for a while, because the running engine has to be asked. */
export const groupMembers = (id: string, chat: string) =>
  queryOptions({
    ...apiQuery.chats.groupInfo.queryOptions({ input: { id, chat } }),
    staleTime: MEMBERS_FRESH_MS,
    meta: { isApart: true },
    retry: false,
  });

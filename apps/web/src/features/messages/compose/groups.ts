import type { Group } from '@switchyard/contracts/chats/operations';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const SUGGESTIONS = 20;
/** Maximum engines asked for their groups, oldest first. Most workspaces have fewer. */
const MAX_ENGINES = 5;

/** Groups that the workspace's engines can write to, filtered by subject, without duplicates. */
export function useGroups(search: string): Group[] {
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_ENGINES } }));
  const gateways = (engines.data?.data ?? []).filter(({ type, active }) => type === 'gateway' && active);
  const input = { search: search.slice(0, 200), limit: SUGGESTIONS };
  return useQueries({
    queries: gateways.map(({ _id: id }) =>
      apiQuery.chats.groups.queryOptions({ input: { id, ...input }, placeholderData: keepPreviousData }),
    ),
    combine: (answers) => {
      const found = answers.flatMap(({ data }) => data?.data ?? []).filter(({ canWrite }) => canWrite);
      return [...new Map(found.map((group) => [group.chat, group])).values()].slice(0, SUGGESTIONS);
    },
  });
}

/** Label of a group option; the id distinguishes groups of the same name. */
export const groupOption = ({ subject, chat }: Group): string => (subject === null ? chat : `${subject} · ${chat}`);

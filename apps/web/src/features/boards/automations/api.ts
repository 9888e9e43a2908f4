import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

const { automations, bots, inbox, webhooks } = apiQuery;
const RUNS_PER_PAGE = 20;

export const automationsOf = (id: string) => automations.list.queryOptions({ input: { id, limit: 100 } });
export const runsOf = (id: string) =>
  automations.runs.infiniteOptions({
    input: (skip: number) => ({ id, limit: RUNS_PER_PAGE, skip }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && shown < last.total ? shown : undefined;
    },
  });

/** Follows other people's changes to a board's automations, and their runs. */
export function useLiveAutomations(boardId: string): void {
  const queries = useQueryClient();
  useLiveEvents((event) => {
    if (event.type === 'automations.changed' && event.boardId === boardId) {
      void queries.invalidateQueries({ queryKey: automations.key() });
    }
  });
}

export function useAutomationChanges() {
  return {
    create: useMutation(automations.create.mutationOptions()),
    update: useMutation(automations.update.mutationOptions()),
    setActive: useMutation(automations.setActive.mutationOptions()),
    remove: useMutation(automations.remove.mutationOptions()),
    test: useMutation(automations.test.mutationOptions()),
  };
}

/** Teams that a step can choose from. */
export const choosableTeams = () => inbox.teams.queryOptions({ input: { limit: 200 } });
export const choosableBots = () => bots.list.queryOptions({ input: { limit: 100, status: 'deployed' } });
export const choosableWebhooks = () => webhooks.list.queryOptions({ input: { limit: 100 } });

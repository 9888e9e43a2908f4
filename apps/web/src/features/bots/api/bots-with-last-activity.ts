import type { Bot } from '@switchyard/contracts/bots/operations';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api/request.ts';
import type { OwnBotsSearch } from '../list/bots-search.ts';

/** Spec 000 section 9. */
export const BOT_PAGE_SIZE = 10;

/** A bot with the names of its workspace and owner. */
export type PlatformBot = Bot & { workspaceName: string | null; ownerName: string | null };

interface PlatformBotsPage {
  bots: PlatformBot[];
  total: number;
}

/**
 * All bots of the platform, a page at a time (from 1): a create-entity request on the service `actions` (spec 000
 * section 7).
 */
export const botsWithLastActivity = ({ page = 1, ...filters }: OwnBotsSearch) =>
  queryOptions({
    queryKey: ['actions', 'dashboard.getBotsWithLastActivity', page, filters],
    queryFn: () =>
      requestJson<PlatformBotsPage>('/actions', {
        method: 'POST',
        body: {
          service: 'actions',
          entity: {
            cmd: 'dashboard.getBotsWithLastActivity',
            limit: BOT_PAGE_SIZE,
            skip: (page - 1) * BOT_PAGE_SIZE,
            sort: { updatedAt: -1 },
            ...filters,
          },
        },
      }),
  });

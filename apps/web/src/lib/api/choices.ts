import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { apiQuery } from './client.ts';

/** One page holds all: a workspace has few of them. */
const input = { limit: MAX_PAGE_SIZE };
export const enginesQuery = apiQuery.engines.list.queryOptions({ input });
export const labelsQuery = apiQuery.labels.list.queryOptions({ input });
export const listsQuery = apiQuery.lists.list.queryOptions({ input });
export const boardsQuery = apiQuery.boards.list.queryOptions({ input });
export const templatesQuery = apiQuery.campaignTemplates.list.queryOptions({ input });

/** Named items as options of a menu. */
export const choicesOf = (things: readonly { _id: string; name: string }[] = []) =>
  things.map(({ _id, name }) => ({ value: _id, label: name }));

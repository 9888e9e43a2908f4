import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { apiQuery } from './client.ts';

/** All there are: a workspace has few of them. */
const input = { limit: MAX_PAGE_SIZE };
export const enginesQuery = apiQuery.engines.list.queryOptions({ input });
export const labelsQuery = apiQuery.labels.list.queryOptions({ input });
export const listsQuery = apiQuery.lists.list.queryOptions({ input });
export const templatesQuery = apiQuery.campaignTemplates.list.queryOptions({ input });

/** Things with names, as menus take them. */
export const choicesOf = (things: readonly { _id: string; name: string }[] = []) =>
  things.map(({ _id, name }) => ({ value: _id, label: name }));

import { MAX_PAGE_SIZE } from '@switchyard/contracts/entity';
import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Every engine of the workspace; a plan allows few. */
export const enginesList = apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } });

/** Reads every list and detail of engines that is on the screen. */
export function readEnginesAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: apiQuery.engines.key() });
}

/** What every change of an engine ends with, well or badly. */
export const changesEngines = (queries: QueryClient) => ({ onSettled: () => readEnginesAgain(queries) });

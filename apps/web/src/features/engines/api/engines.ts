import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Every engine of the workspace; a plan allows few. */
export const enginesList = apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } });

/** Reads every list and detail of engines that is on the screen. */
export async function invalidateEngines(queries: QueryClient): Promise<void> {
  const { list, numbers, explore, events, readCloudApi } = apiQuery.engines;
  // Not the drivers, which stay the same as long as the server runs.
  await Promise.all(
    [list, numbers, explore, events, readCloudApi].map((one) => queries.invalidateQueries({ queryKey: one.key() })),
  );
}

/** What every change of an engine ends with, well or badly. */
export const changesEngines = (queries: QueryClient) => ({ onSettled: () => invalidateEngines(queries) });

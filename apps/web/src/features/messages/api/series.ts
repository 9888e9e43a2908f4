import type { ListedSeries } from '@switchyard/contracts/messages/series';
import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** One page of series, latest first. */
export const seriesPage = (input: { limit: number; skip: number; state?: ListedSeries['state'] }) =>
  apiQuery.messages.listSeries.queryOptions({ input, placeholderData: keepPreviousData });

import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** A screen that stays open for days must not stop working because one response was lost. */
const RETRY_DELAY_MS = 10_000;

/** The engines' namespace, the only one in which rules act; undefined while unknown, in which case they do nothing. */
export function useOwnNamespace(): string | undefined {
  const { data } = useQuery(
    apiQuery.cluster.settings.queryOptions({
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data ? false : RETRY_DELAY_MS),
    }),
  );
  return data?.namespace;
}

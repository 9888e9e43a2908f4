import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** A screen that stays open for days must not do nothing for ever because one answer was lost. */
const AGAIN_MS = 10_000;

/** The engines' namespace, in which alone the rules act; undefined: not known yet, so that they take nothing. */
export function useOwnNamespace(): string | undefined {
  const { data } = useQuery(
    apiQuery.cluster.settings.queryOptions({
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data ? false : AGAIN_MS),
    }),
  );
  return data?.namespace;
}

import { useQuery } from '@tanstack/react-query';
import { toast, toastInfo } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import {
  type DeletablePod,
  type DeletionChoice,
  type DeletionWords,
  deletePod,
  deletionCalls,
} from '../proxy/delete-pod.ts';

/** Where the console's direct calls go; undefined until known, null where there is no cluster or the server does not say. */
export function useProxyUrl(): string | null | undefined {
  const settings = useQuery(apiQuery.cluster.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (settings.data) return settings.data.proxyUrl;
  return settings.failureCount > 0 ? null : undefined;
}

/** Deletes by the proxy, else by the backend, and tells the operator in the catalogue's words: with toasts, unless told otherwise. */
export function useDeletePod(): (pod: DeletablePod, choice: DeletionChoice, words?: DeletionWords) => Promise<void> {
  const proxyUrl = useProxyUrl();
  return (pod, choice, words = { done: toast, info: toastInfo }) =>
    deletePod(pod, choice, deletionCalls(proxyUrl ?? null), words);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast, toastInfo } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import {
  type DeletablePod,
  type DeletionChoice,
  type DeletionFeedback,
  deletePod,
  deletionCalls,
} from '../proxy/delete-pod.ts';
import { sendReports } from '../proxy/deletion-reports.ts';

/** Retry interval for reporting deletions to the backend that were made while it was unavailable. */
const REPORT_INTERVAL_MS = 10_000;

/**
 * Address for the console's direct calls; undefined until known, null if there is no cluster or the server does not
 * say.
 */
export function useProxyUrl(): string | null | undefined {
  const settings = useQuery(apiQuery.cluster.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (settings.data) return settings.data.proxyUrl;
  return settings.failureCount > 0 ? null : undefined;
}

/**
 * Deletes through the proxy, else through the backend, and informs the operator in the catalogue's words: by toasts,
 * unless other handlers are given.
 */
export function useDeletePod(): (
  pod: DeletablePod,
  choice: DeletionChoice,
  feedback?: DeletionFeedback,
) => Promise<void> {
  const proxyUrl = useProxyUrl();
  const { _id: actorId } = useMe();
  useEffect(() => {
    const sendPending = () =>
      void sendReports(window.localStorage, actorId, (report) => api.cluster.reportDeletion(report));
    sendPending();
    const timer = setInterval(sendPending, REPORT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [actorId]);
  return (pod, choice, feedback = { done: toast, info: toastInfo }) =>
    deletePod(pod, choice, deletionCalls(proxyUrl ?? null, actorId), feedback);
}

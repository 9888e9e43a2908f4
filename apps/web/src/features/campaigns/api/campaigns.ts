import type { AudienceDefinition, CampaignDraft, RecipientState } from '@switchyard/contracts/campaigns/operations';
import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

/** Things of one kind that a menu can hold. */
const MAX_IN_MENU = 1000;
/** A running campaign changes every second; what is on the screen is read again at most this often. */
const READ_AGAIN_EVERY_MS = 2_000;

export const campaignsPage = (page: number, size: number, search?: string) =>
  apiQuery.campaigns.list.queryOptions({
    input: { limit: size, skip: page * size, ...(search && { search }) },
    placeholderData: keepPreviousData,
  });
export const campaignQuery = (id: string) => apiQuery.campaigns.get.queryOptions({ input: { id } });
export const recipientsQuery = (id: string, state: RecipientState | null, limit: number) =>
  apiQuery.campaigns.recipients.queryOptions({
    input: { id, limit, ...(state && { state }) },
    placeholderData: keepPreviousData,
  });
export const checkQuery = (draft: CampaignDraft) =>
  apiQuery.campaigns.check.queryOptions({ input: draft, retry: false, staleTime: 0, gcTime: 0 });
export const audiencesQuery = () => apiQuery.audiences.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const audienceCount = (definition: AudienceDefinition | null) =>
  apiQuery.audiences.count.queryOptions({
    input: { definition: definition ?? { from: { kind: 'all' } } },
    enabled: definition !== null,
    placeholderData: keepPreviousData,
  });
export const templatesQuery = () => apiQuery.campaignTemplates.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const labelsQuery = () => apiQuery.labels.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const listsQuery = () => apiQuery.lists.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const latestCampaigns = () => apiQuery.campaigns.list.queryOptions({ input: { limit: 100 } });

function readAgain(queries: QueryClient): Promise<void> {
  const keys = [apiQuery.campaigns.list.key(), apiQuery.campaigns.get.key(), apiQuery.campaigns.recipients.key()];
  const kept = [apiQuery.audiences.key(), apiQuery.campaignTemplates.key()];
  return Promise.all([...keys, ...kept].map((queryKey) => queries.invalidateQueries({ queryKey }))).then(
    () => undefined,
  );
}

/** Keeps the campaigns on the screen current. */
export function useLiveCampaigns(): void {
  const queries = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useLiveEvents((event) => {
    if (event.type !== 'campaigns.changed' && event.type !== 'contacts.stale') return;
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void readAgain(queries);
    }, READ_AGAIN_EVERY_MS);
  });
}

const useSettled = () => {
  const queries = useQueryClient();
  return { onSettled: () => readAgain(queries) };
};

export const useLaunch = () => useMutation(apiQuery.campaigns.launch.mutationOptions(useSettled()));
export const useSendTest = () => useMutation(apiQuery.campaigns.test.mutationOptions());

/** What can be done with a campaign that was launched. */
export function useSteer() {
  const settled = useSettled();
  return {
    pause: useMutation(apiQuery.campaigns.pause.mutationOptions(settled)),
    resume: useMutation(apiQuery.campaigns.resume.mutationOptions(settled)),
    cancel: useMutation(apiQuery.campaigns.cancel.mutationOptions(settled)),
    retryFailed: useMutation(apiQuery.campaigns.retryFailed.mutationOptions(settled)),
  };
}

export const useSaveAudience = () => useMutation(apiQuery.audiences.save.mutationOptions(useSettled()));
export const useRemoveAudience = () => useMutation(apiQuery.audiences.remove.mutationOptions(useSettled()));
export const useSaveTemplate = () => useMutation(apiQuery.campaignTemplates.save.mutationOptions(useSettled()));
export const useRemoveTemplate = () => useMutation(apiQuery.campaignTemplates.remove.mutationOptions(useSettled()));

import type { AudienceDefinition, CampaignDraft, RecipientState } from '@switchyard/contracts/campaigns/operations';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

/** Maximum items of one kind in a menu. */
const MAX_IN_MENU = 1000;

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
  apiQuery.campaigns.check.queryOptions({
    input: draft,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { isApart: true },
  });
export const audiencesQuery = () => apiQuery.audiences.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const audienceCount = (definition: AudienceDefinition | null) =>
  apiQuery.audiences.count.queryOptions({
    input: { definition: definition ?? { from: { kind: 'all' } } },
    enabled: definition !== null,
    placeholderData: keepPreviousData,
  });
export const latestCampaigns = () => apiQuery.campaigns.list.queryOptions({ input: { limit: 100 } });

/** Actions on a launched campaign. */
export function useCampaignMutations() {
  return {
    pause: useMutation(apiQuery.campaigns.pause.mutationOptions()),
    resume: useMutation(apiQuery.campaigns.resume.mutationOptions()),
    cancel: useMutation(apiQuery.campaigns.cancel.mutationOptions()),
    retryFailed: useMutation(apiQuery.campaigns.retryFailed.mutationOptions()),
  };
}

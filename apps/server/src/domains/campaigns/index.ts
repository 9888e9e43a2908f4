import type { Domain, Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { advanceCampaigns } from './advance.ts';
import { campaignsNotices } from './campaigns.notices.ts';
import { campaignsPersonalData } from './campaigns.personal-data.ts';
import { audiencesRouter, campaignsRouter, campaignTemplatesRouter } from './campaigns.routes.ts';
import { campaignTools } from './campaigns.tools.ts';
import { holdRestored } from './hold-restored.ts';

export {
  type CampaignRow,
  type Counts,
  countReceipts,
  countRecipients,
  isAudienceInUse,
  listCampaigns,
  requireCampaign,
} from './campaigns.queries.ts';
export { removeTemplate, saveTemplate } from './drafts.ts';
export { type FormLinks, formLinks } from './form-links.ts';
export { launchCampaign } from './launch.ts';
export { checkDraft } from './preflight.ts';
export { campaignRepliedTo } from './replied-to.ts';
export { cancelCampaign, pauseCampaign, resumeCampaign, retryFailed } from './steer.ts';

/**
 * Interval between steps. A lane that empties faster polls for messages that don't exist yet; a campaign's first
 * messages are made at its launch.
 */
const STEP_INTERVAL_MS = 1_000;

/** Advances open campaigns every second. */
const startAdvancing = ({ database, config, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      const context = { now: new Date(), publicUrl: config.publicUrl };
      const result = await advanceCampaigns(database.db, context);
      events.dispatch(result.events);
      for (const { campaignId, error } of result.failed)
        log.error({ err: error, campaignId }, 'a campaign could not be advanced');
      // Failures are not retried immediately.
      return result.isExpanding && result.failed.length === 0 ? 0 : STEP_INTERVAL_MS;
    } catch (error) {
      log.warn({ err: error }, 'campaigns could not be advanced; trying again');
      return STEP_INTERVAL_MS;
    }
  });

/** Campaigns: one text to many recipients, with audiences and templates. */
export const campaignsDomain: Domain = {
  name: 'campaigns',
  holdRestored,
  notices: campaignsNotices,
  routers: { campaigns: campaignsRouter, audiences: audiencesRouter, campaignTemplates: campaignTemplatesRouter },
  tools: campaignTools,
  personalData: campaignsPersonalData,
  work: async (platform) => startAdvancing(platform),
};

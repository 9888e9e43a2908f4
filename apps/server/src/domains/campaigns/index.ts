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
export { type FormLinks, formLinks } from './form-links.ts';
export { removeTemplate, saveTemplate } from './keep-drafts.ts';
export { launchCampaign } from './launch.ts';
export { checkDraft } from './preflight.ts';
export { campaignRepliedTo } from './replied-to.ts';
export { cancelCampaign, pauseCampaign, resumeCampaign, retryFailed } from './steer.ts';

/**
 * A lane that is emptied faster than this asks for what is not there yet; a campaign's first messages are made at its
 * launch.
 */
const EVERY_MS = 1_000;

/** Moves open campaigns on, once a second. */
const keepCampaignsGoing = ({ database, config, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      const around = { now: new Date(), publicUrl: config.publicUrl };
      const done = await advanceCampaigns(database.db, around);
      events.dispatch(done.events);
      for (const { campaignId, error } of done.failed)
        log.error({ err: error, campaignId }, 'a campaign could not be moved on');
      // What fails is not tried again at once.
      return done.isGrowing && done.failed.length === 0 ? 0 : EVERY_MS;
    } catch (error) {
      log.warn({ err: error }, 'campaigns could not be looked at; trying again');
      return EVERY_MS;
    }
  });

/** Campaigns: one text to many, their audiences and templates. */
export const campaignsDomain: Domain = {
  name: 'campaigns',
  holdRestored,
  notices: campaignsNotices,
  routers: { campaigns: campaignsRouter, audiences: audiencesRouter, campaignTemplates: campaignTemplatesRouter },
  tools: campaignTools,
  personalData: campaignsPersonalData,
  work: async (platform) => keepCampaignsGoing(platform),
};

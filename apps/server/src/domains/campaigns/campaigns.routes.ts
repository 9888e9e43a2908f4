import type { Campaign } from '@switchyard/contracts/campaigns/operations';
import type { Db } from '../../platform/database/database.ts';
import { operations, performing } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { contacts as contactsTable } from '../contacts/contacts.schema.ts';
import { contactsOf } from './audience.ts';
import { countRefusal } from './campaigns.policy.ts';
import {
  presentAudience,
  presentCampaign,
  presentDetail,
  presentRecipient,
  presentTemplate,
} from './campaigns.present.ts';
import {
  type CampaignRow,
  countRecipients,
  listCampaigns,
  listRecipients,
  readProgress,
  requireCampaign,
} from './campaigns.queries.ts';
import { listAudiences, listTemplates, removeAudience, removeTemplate, saveAudience, saveTemplate } from './drafts.ts';
import { launchCampaign } from './launch.ts';
import { checkDraft } from './preflight.ts';
import { readWaits } from './read-waits.ts';
import { sendTest } from './send-test.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign, retryFailed } from './steer.ts';

const { audiences, campaigns, campaignTemplates } = operations;

const present = async (db: Db, rows: CampaignRow[]): Promise<Campaign[]> => {
  const counts = await countRecipients(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const ofRow = counts.get(row.id);
    return ofRow ? [presentCampaign(row, ofRow)] : [];
  });
};
const presentOne = async (db: Db, row: CampaignRow): Promise<Campaign> => {
  const [campaign] = await present(db, [row]);
  if (!campaign) throw new Error('a campaign was not counted');
  return campaign;
};

export const campaignsRouter = {
  list: campaigns.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listCampaigns(db, actor.workspaceId, input);
    return { data: await present(db, rows), total };
  }),
  get: campaigns.get.handler(async ({ context: { actor, db, platform }, input }) => {
    const row = await requireCampaign(db, actor.workspaceId, input.id);
    const counts = (await countRecipients(db, [row.id])).get(row.id);
    if (!counts) throw new Error('a campaign was not counted');
    const waits = row.state === 'running' ? await readWaits(platform, row.id) : [];
    return presentDetail(actor, row, counts, { waits, ...(await readProgress(db, row.id, counts.sent)) });
  }),
  recipients: campaigns.recipients.handler(async ({ context: { actor, db }, input }) => {
    const campaign = await requireCampaign(db, actor.workspaceId, input.id);
    const { rows, ...page } = await listRecipients(db, actor, campaign, input);
    return { data: rows.map(presentRecipient), ...page };
  }),
  check: campaigns.check.handler(({ context: { actor, db }, input }) => checkDraft(db, actor, input, new Date())),
  test: campaigns.test.handler(({ context: { perform }, input }) => perform(sendTest, input)),
  launch: campaigns.launch.handler(async ({ context: { perform, db }, input }) =>
    presentOne(db, await perform(launchCampaign, input)),
  ),
  pause: campaigns.pause.handler(async ({ context: { perform, db }, input }) =>
    presentOne(db, await perform(pauseCampaign, input)),
  ),
  resume: campaigns.resume.handler(async ({ context: { perform, db }, input }) =>
    presentOne(db, await perform(resumeCampaign, input)),
  ),
  cancel: campaigns.cancel.handler(async ({ context: { perform, db }, input }) =>
    presentOne(db, await perform(cancelCampaign, input)),
  ),
  retryFailed: campaigns.retryFailed.handler(async ({ context: { perform, db }, input }) =>
    presentOne(db, await perform(retryFailed, input)),
  ),
};

export const audiencesRouter = {
  list: audiences.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listAudiences(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentAudience(actor, row)), total };
  }),
  save: audiences.save.handler(performing(saveAudience, (row, actor) => presentAudience(actor, row))),
  remove: audiences.remove.handler(({ context: { perform }, input }) => perform(removeAudience, input)),
  count: audiences.count.handler(async ({ context: { actor, db }, input }) => {
    authorize(countRefusal(actor, input.definition));
    return { contacts: await db.$count(contactsTable, await contactsOf(db, actor.workspaceId, input.definition)) };
  }),
};

export const campaignTemplatesRouter = {
  list: campaignTemplates.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listTemplates(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentTemplate(actor, row)), total };
  }),
  save: campaignTemplates.save.handler(performing(saveTemplate, (row, actor) => presentTemplate(actor, row))),
  remove: campaignTemplates.remove.handler(({ context: { perform }, input }) => perform(removeTemplate, input)),
};

import { faultAt } from '@switchyard/contracts/text/faults';
import type { Db } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { cancelCampaign, listCampaigns, pauseCampaign, requireCampaign, resumeCampaign } from '../campaigns/index.ts';
import { listActions } from '../contacts/index.ts';
import { pageAnswer, singleAnswer } from './answers.ts';
import {
  addContacts,
  changeMember,
  createAudience,
  deleteAudience,
  removeMember,
  requireAudience,
} from './audiences.ts';
import { beginCampaign, withCounts } from './begin-campaign.ts';
import { renameFaults } from './name-fields.ts';
import { once } from './once.ts';
import { presentAudience } from './public-api.present.ts';
import { publicOperations as v1 } from './public-operations.ts';

const CONTACT_FIELDS = [
  ['mobile', 'to'],
  ['fields', 'variables'],
] as const;

export const audiences = {
  list: v1.audiences.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { order, ...page } = query;
    const sort = order === 'asc' ? 'createdAt' : '-createdAt';
    const { data, total } = await listActions.list(db, actor.workspaceId, { ...page, sort });
    return pageAnswer(data.map(presentAudience), page, total);
  }),
  create: v1.audiences.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const request = { operation: 'audiences.create', key: headers['idempotency-key'], input: body };
    return singleAnswer((await perform(once(createAudience), request)).answer);
  }),
  get: v1.audiences.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    singleAnswer(presentAudience(await requireAudience(db, actor.workspaceId, params.id))),
  ),
  update: v1.audiences.update.handler(async ({ context: { db, actor, perform }, input: { params, body } }) => {
    await requireAudience(db, actor.workspaceId, params.id);
    return singleAnswer(presentAudience(await perform(listActions.rename, { ...params, ...body })));
  }),
  delete: v1.audiences.delete.handler(async ({ context: { perform }, input: { params } }) =>
    singleAnswer(await perform(deleteAudience, params)),
  ),
  appendContacts: v1.audiences.appendContacts.handler(async ({ context: { perform }, input: { params, body } }) =>
    singleAnswer(await perform(addContacts, { ...params, ...body })),
  ),
  updateContact: v1.audiences.updateContact.handler(async ({ context: { perform }, input: { params, body } }) =>
    singleAnswer(await renameFaults(CONTACT_FIELDS, () => perform(changeMember, { ...params, ...body }))),
  ),
  deleteContact: v1.audiences.deleteContact.handler(async ({ context: { perform }, input: { params } }) =>
    singleAnswer(await perform(removeMember, params)),
  ),
};

const CAMPAIGN_FIELDS = [
  ['variants', 'text'],
  ['audience', 'audienceId'],
] as const;

const oneCampaign = async (db: Db, row: Awaited<ReturnType<typeof requireCampaign>>) => {
  const [campaign] = await withCounts(db, [row], new Date());
  if (!campaign) throw new Error('a campaign was not counted');
  return singleAnswer(campaign);
};

export const campaigns = {
  list: v1.campaigns.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { order, ...page } = query;
    const sort = order === 'asc' ? 'createdAt' : '-createdAt';
    const { rows, total } = await listCampaigns(db, actor.workspaceId, { ...page, sort });
    return pageAnswer(await withCounts(db, rows, new Date()), page, total);
  }),
  create: v1.campaigns.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const { text, mediaUrl, mediaCaption, ...rest } = body;
    if (mediaUrl !== undefined || mediaCaption !== undefined) {
      throw new Refusal('NOT_SUPPORTED', undefined, 'Campaigns send texts; a file is not supported.');
    }
    if (text === undefined) throw invalid([faultAt('text', 'missing')]);
    const request = { operation: 'campaigns.create', key: headers['idempotency-key'], input: { ...rest, text } };
    const { answer } = await renameFaults(CAMPAIGN_FIELDS, () => perform(once(beginCampaign), request));
    return singleAnswer(answer);
  }),
  get: v1.campaigns.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    oneCampaign(db, await requireCampaign(db, actor.workspaceId, params.id)),
  ),
  pause: v1.campaigns.pause.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(pauseCampaign, params)),
  ),
  resume: v1.campaigns.resume.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(resumeCampaign, params)),
  ),
  cancel: v1.campaigns.cancel.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(cancelCampaign, params)),
  ),
};

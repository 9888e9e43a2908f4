import { type AudienceDefinition, campaignDraft } from '@switchyard/contracts/campaigns/operations';
import { lineOfText } from '@switchyard/contracts/entity';
import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';
import { pageAt, pageByName, readTool, tool } from '../../platform/tool.ts';
import { labelIdsNamed } from '../contacts/index.ts';
import { presentCampaign } from './campaigns.present.ts';
import { countRecipients, listCampaigns } from './campaigns.queries.ts';
import { saveTemplate } from './drafts.ts';
import { checkDraft } from './preflight.ts';

const { name, variants, startAt, window, perMinute, engineIds } = campaignDraft.shape;
/** Maximum recipients in the preview. */
const MAX_PREVIEWED = 3;

/** Tools that act on campaigns. None launches one: a launch requires that a person has seen its check. */
export const campaignTools: readonly Tool[] = [
  readTool({
    name: 'get_campaigns',
    title: 'Show campaigns',
    description: 'The workspace’s campaigns, newest first, with the number of recipients in each state.',
    scope: 'campaigns',
    input: pageByName,
    async read({ db }, { workspaceId }, query) {
      const { rows, total } = await listCampaigns(db, workspaceId, { ...query, sort: '-createdAt' });
      const counts = await countRecipients(
        db,
        rows.map(({ id }) => id),
      );
      const data = rows.flatMap((row) => {
        const ofRow = counts.get(row.id);
        return ofRow ? [presentCampaign(row, ofRow)] : [];
      });
      return { data, total, page: pageAt('/campaigns', { search: query.search }) };
    },
  }),

  readTool({
    name: 'draft_campaign',
    title: 'Check a campaign draft',
    description:
      'Checks what a campaign would do, without launching it: how many contacts would get it, who is excluded and why, which variables are missing, and when it would end. It can only be launched at /launch-campaign.',
    scope: 'campaigns',
    input: z.object({
      name: name.default('Draft'),
      variants: variants.describe('Texts that alternate; `{name|there}` is filled in for each recipient.'),
      labels: z
        .array(lineOfText(120))
        .max(50)
        .default([])
        .describe('Names of labels: contacts with any of them. Empty: all contacts.'),
      withoutLabels: z.array(lineOfText(120)).max(50).default([]).describe('Excludes contacts with these labels.'),
      consentOnly: z.boolean().default(false).describe('Only contacts who gave consent.'),
      startAt: startAt.describe('An instant. Omitted: now.'),
      window,
      perMinute,
      engineIds,
    }),
    async read({ db, clock }, actor, { labels: withLabels, withoutLabels, consentOnly, ...draft }) {
      const ids = await labelIdsNamed(db, actor.workspaceId, [...withLabels, ...withoutLabels]);
      const from: AudienceDefinition['from'] =
        withLabels.length === 0 ? { kind: 'all' } : { kind: 'labels', labelIds: ids.slice(0, withLabels.length) };
      const audience: AudienceDefinition = {
        from,
        withoutLabelIds: ids.slice(withLabels.length),
        withoutAudienceIds: [],
        consentOnly,
        atMost: null,
      };
      const { preview, ...checked } = await checkDraft(db, actor, { ...draft, audience }, clock.now());
      return { ...checked, preview: preview.slice(0, MAX_PREVIEWED) };
    },
  }),

  tool({
    name: 'save_campaign_text',
    title: 'Save a campaign template',
    description: 'Saves a text under a name as a template for campaigns. Sends nothing.',
    effect: 'change',
    scope: 'campaigns',
    input: z.object({ name, text: variants.element }),
    async run(deps, actor, input) {
      const { result, events } = await saveTemplate(deps, actor, input);
      return { result: { _id: result.id, name: result.name, text: result.text }, events };
    },
  }),
];

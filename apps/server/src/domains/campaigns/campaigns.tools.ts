import { type AudienceDefinition, campaignDraft } from '@switchyard/contracts/campaigns';
import { lineOfText } from '@switchyard/contracts/entity';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { invalid } from '../../platform/refusal.ts';
import { type Tool, tool } from '../../platform/tool.ts';
import { labels } from '../contacts/contacts.schema.ts';
import { presentCampaign } from './campaigns.present.ts';
import { countRecipients, listCampaigns } from './campaigns.queries.ts';
import { saveTemplate } from './keep-drafts.ts';
import { checkDraft } from './preflight.ts';

const { name, variants, startAt, window, perMinute, engineIds } = campaignDraft.shape;
/** Of the recipients as they would be written to, so many are shown. */
const SHOWN = 3;

/** Campaigns for programs. None is launched from here: whoever launches one has seen its check. */
export const campaignTools: readonly Tool[] = [
  tool({
    name: 'get_campaigns',
    title: 'Show campaigns',
    description:
      'The campaigns of the workspace, the newest first: how many recipients each has, and how it stands with them.',
    effect: 'read',
    scope: 'campaigns',
    input: z.object({ limit: z.int().min(0).max(100).default(20), skip: z.int().min(0).default(0) }),
    async run({ db }, { workspaceId }, page) {
      const { rows, total } = await listCampaigns(db, workspaceId, { ...page, sort: '-createdAt' });
      const counts = await countRecipients(
        db,
        rows.map(({ id }) => id),
      );
      const data = rows.flatMap((row) => {
        const ofRow = counts.get(row.id);
        return ofRow ? [presentCampaign(row, ofRow)] : [];
      });
      return { result: { data, total }, events: [] };
    },
  }),

  tool({
    name: 'draft_campaign',
    title: 'Check a draft of a campaign',
    description:
      'What a campaign would do, without launching it: how many contacts would get it, who is left out and why, what lacks a variable, and when it would end. It is launched under /launch-campaign only.',
    effect: 'read',
    scope: 'campaigns',
    input: z.object({
      name: name.default('Draft'),
      variants: variants.describe('Texts that take turns; `{name|there}` is filled for each recipient.'),
      labels: z
        .array(lineOfText(120))
        .max(50)
        .default([])
        .describe('Names of labels: contacts with any of them. Empty: all contacts.'),
      withoutLabels: z.array(lineOfText(120)).max(50).default([]).describe('Contacts with these are left out.'),
      consentOnly: z.boolean().default(false).describe('Only who has agreed to be written to.'),
      startAt: startAt.describe('An instant. Left out: now.'),
      window,
      perMinute,
      engineIds,
    }),
    async run({ db, clock }, { workspaceId }, { labels: named, withoutLabels, consentOnly, ...draft }) {
      const ids = await labelIdsOf(db, workspaceId, [...named, ...withoutLabels]);
      const from: AudienceDefinition['from'] =
        named.length === 0 ? { kind: 'all' } : { kind: 'labels', labelIds: ids.slice(0, named.length) };
      const audience: AudienceDefinition = {
        from,
        withoutLabelIds: ids.slice(named.length),
        withoutAudienceIds: [],
        consentOnly,
        atMost: null,
      };
      const { preview, ...checked } = await checkDraft(db, workspaceId, { ...draft, audience }, clock.now());
      return { result: { ...checked, preview: preview.slice(0, SHOWN) }, events: [] };
    },
  }),

  tool({
    name: 'save_campaign_text',
    title: 'Keep a text for campaigns',
    description: 'Keeps a text under a name, to begin a campaign with. Nothing is sent by it.',
    effect: 'change',
    scope: 'campaigns',
    input: z.object({ name, text: variants.element }),
    async run(parts, actor, input) {
      const { result, events } = await saveTemplate(parts, actor, input);
      return { result: { _id: result.id, name: result.name, text: result.text }, events };
    },
  }),
];

/** The ids of labels in the order of their names. @throws Refusal `INVALID` naming one that is not there */
async function labelIdsOf(db: Db, workspaceId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const folded = foldedText(labels.name);
  const wanted = names.map((one) => one.trim().toLowerCase());
  const rows = await db
    .select({ id: labels.id, name: folded })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspaceId), inArray(folded, wanted)));
  return wanted.map((one, at) => {
    const found = rows.find((row) => row.name === one);
    if (!found) throw invalid([{ field: 'labels', message: `There is no label named “${names[at]}”.` }]);
    return found.id;
  });
}

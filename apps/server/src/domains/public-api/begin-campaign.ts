import type { PublicCampaign } from '@switchyard/contracts/public-api/audiences';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { invalid } from '../../platform/refusal.ts';
import { type CampaignRow, checkDraft, countReceipts, countRecipients, launchCampaign } from '../campaigns/index.ts';
import { requireAudience } from './audiences.ts';
import { presentCampaign } from './public-api.present.ts';

/** Campaigns with their counts. */
export async function withCounts(db: Db, rows: readonly CampaignRow[], now: Date): Promise<PublicCampaign[]> {
  const ids = rows.map(({ id }) => id);
  const [counts, receipts] = [await countRecipients(db, ids), await countReceipts(db, ids)];
  return rows.flatMap((row) => {
    const ofRow = counts.get(row.id);
    return ofRow ? [presentCampaign(row, ofRow, receipts.get(row.id) ?? { delivered: 0, read: 0 }, now)] : [];
  });
}

interface Begin {
  name: string;
  audienceId: string;
  text: string;
  /** If a contact lacks a variable: `fail` sends nothing at all, `skip` sends to all who lack none. */
  onMissingVariable: 'fail' | 'skip';
}

/** Starts a campaign to a list. @throws Refusal `NOT_FOUND` if there is no such list; `INVALID` */
export const beginCampaign: Action<Begin, PublicCampaign, EdgeDeps> = (
  { db, ...deps },
  actor,
  { name, audienceId, text, onMissingVariable },
) =>
  db.transaction(async (tx) => {
    await requireAudience(tx, actor.workspaceId, audienceId);
    const draft = {
      name,
      audience: {
        from: { kind: 'list' as const, listId: audienceId },
        withoutLabelIds: [],
        withoutAudienceIds: [],
        consentOnly: false,
        atMost: null,
      },
      variants: [text],
      engineIds: [],
      startAt: null,
      window: null,
      perMinute: null,
    };
    if (onMissingVariable === 'fail') {
      const { missing, preview } = await checkDraft(tx, actor, draft, deps.clock.now());
      if (missing.length > 0) {
        const lacking = preview.filter((recipient) => recipient.missing.length > 0);
        throw invalid(
          lacking.map((recipient) => ({
            field: 'text',
            message: `${recipient.mobile} lacks ${recipient.missing.join(', ')}.`,
          })),
        );
      }
    }
    const { result: row, events } = await launchCampaign({ ...deps, db: tx }, actor, { ...draft, launchKey: newId() });
    const [campaign] = await withCounts(tx, [row], deps.clock.now());
    if (!campaign) throw new Error('a campaign was not counted');
    return { result: campaign, events };
  });

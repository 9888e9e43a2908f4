import type { CampaignDraft } from '@switchyard/contracts/campaigns/operations';
import type { Db } from '../../platform/database/database.ts';
import { contactsOf } from './audience.ts';
import { type Candidate, type Evaluation, evaluateRecipient } from './evaluate-recipient.ts';
import { readCandidates } from './read-candidates.ts';

/** Page size; a multiple of 60, see `EXPAND_BATCH_SIZE`. */
const BATCH_SIZE = 4_980;

/** Evaluates every contact of an audience as a launch would now, in pages. */
export async function* evaluateAudience(
  db: Db,
  workspaceId: string,
  { audience, variants }: Pick<CampaignDraft, 'audience' | 'variants'>,
): AsyncGenerator<{ contact: Candidate; evaluation: Evaluation }[]> {
  const atMost = audience.atMost?.messages ?? null;
  const where = await contactsOf(db, workspaceId, audience);
  for (let after: string | null = null; ; ) {
    const page = { after, limit: BATCH_SIZE, atMost: audience.atMost };
    const candidates = await readCandidates(db, workspaceId, where, page);
    yield candidates.map((contact, at) => ({
      contact,
      evaluation: evaluateRecipient(contact, { variants, atMost }, at),
    }));
    after = candidates.at(-1)?.id ?? null;
    if (candidates.length < BATCH_SIZE) return;
  }
}

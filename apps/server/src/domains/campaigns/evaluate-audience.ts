import type { CampaignDraft } from '@switchyard/contracts/campaigns/operations';
import type { Db } from '../../platform/database/database.ts';
import { contactsOf } from './audience.ts';
import { type Candidate, evaluateRecipient, type Judged } from './evaluate-recipient.ts';
import { readCandidates } from './read-candidates.ts';

/** A multiple of 60: see `EXPAND_AT_ONCE`. */
const AT_ONCE = 4_980;

/** Everybody of an audience and what a launch now would do with them, in pages. */
export async function* evaluateAudience(
  db: Db,
  workspaceId: string,
  { audience, variants }: Pick<CampaignDraft, 'audience' | 'variants'>,
): AsyncGenerator<{ contact: Candidate; judged: Judged }[]> {
  const atMost = audience.atMost?.messages ?? null;
  const where = await contactsOf(db, workspaceId, audience);
  for (let after: string | null = null; ; ) {
    const candidates = await readCandidates(db, workspaceId, where, { after, limit: AT_ONCE, atMost: audience.atMost });
    yield candidates.map((contact, at) => ({ contact, judged: evaluateRecipient(contact, { variants, atMost }, at) }));
    after = candidates.at(-1)?.id ?? null;
    if (candidates.length < AT_ONCE) return;
  }
}

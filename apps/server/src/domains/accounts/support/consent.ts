import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { setConsentRefusal } from '../accounts.policy.ts';
import { supportConsents } from '../support.schema.ts';

interface Consent {
  mayReadTexts: boolean;
}

/** What a workspace's owners let support read; nothing by default. */
export async function readConsent(db: Db, workspaceId: string): Promise<Consent> {
  const [row] = await db.select().from(supportConsents).where(eq(supportConsents.workspaceId, workspaceId));
  return { mayReadTexts: row?.mayReadTexts ?? false };
}

/**
 * Sets what support may read. Takes effect at once, including in running support sessions. @throws Refusal `FORBIDDEN`
 */
export const setConsent: Action<Consent, Consent> = ({ db }, actor, { mayReadTexts }) =>
  db.transaction(async (tx) => {
    authorize(setConsentRefusal(actor));
    const { workspaceId } = actor;
    await tx
      .insert(supportConsents)
      .values({ workspaceId, mayReadTexts })
      .onConflictDoUpdate({ target: supportConsents.workspaceId, set: { mayReadTexts, updatedAt: sql`now()` } });
    await writeAudit(tx, actor, { action: 'support.consent', details: { mayReadTexts } });
    return { result: { mayReadTexts }, events: [] };
  });

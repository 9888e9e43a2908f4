import type { QuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { updateWorkspaceRefusal } from './workspaces.policy.ts';
import { workspaces } from './workspaces.schema.ts';

interface QuietHoursInput {
  quietHours: QuietHours | null;
}

/**
 * Sets the quiet hours of the actor's workspace; the caller releases what was waiting for the old ones.
 * @throws Refusal `FORBIDDEN`
 */
export const setQuietHours: Action<QuietHoursInput, QuietHoursInput> = ({ db }, actor, { quietHours }) =>
  db.transaction(async (tx) => {
    authorize(updateWorkspaceRefusal(actor));
    await tx.update(workspaces).set({ quietHours, updatedAt: sql`now()` }).where(eq(workspaces.id, actor.workspaceId));
    await writeAudit(tx, actor, { action: 'workspace.quiet-hours', details: { quietHours } });
    return { result: { quietHours }, events: [workspaceChanged(actor.workspaceId)] };
  });

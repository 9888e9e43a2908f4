import type { LanePacing } from '@switchyard/contracts/lane';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { engineLanes } from '../../engines/engines.schema.ts';
import { enginesStale, findEngine, mayManageEngines } from '../../engines/index.ts';
import { laneDue } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * Sets a lane's pacing. What waits for the end of quiet hours goes back to its due moment: the next claim that meets it moves it again if the new
 * hours say so. The lane's row is changed first, since a claim holds it while it moves messages.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const savePacing: Action<LanePacing & { id: string }, LanePacing> = (
  { db, clock },
  actor,
  { id: engineId, ...pacing },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    if (!(await findEngine(tx, { engineId, workspaceId }))) throw new Refusal('NOT_FOUND');
    authorize(mayManageEngines(actor));
    await tx.update(engineLanes).set(pacing).where(eq(engineLanes.engineId, engineId));
    await tx
      .update(messages)
      .set({ claimableAt: sql`${messages.dueAt}`, holdRule: null })
      .where(
        and(eq(messages.engineId, engineId), eq(messages.status, 'pending'), eq(messages.holdRule, 'quiet_hours')),
      );
    await writeAudit(tx, actor, { action: 'engine.pacing', subject: engineId, details: pacing });
    const due = laneDue(workspaceId, { engineId, dueAt: clock.now() });
    return { result: pacing, events: [due, enginesStale(workspaceId, engineId)] };
  });

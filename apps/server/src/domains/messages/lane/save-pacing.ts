import type { LanePacing } from '@switchyard/contracts/messages/lane';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { engineLanes } from '../../engines/engines.schema.ts';
import { enginesStale, findEngine, manageEnginesRefusal } from '../../engines/index.ts';
import { laneDue } from '../messages.events.ts';
import { releaseQuiet } from './release-quiet.ts';

/** Sets a lane's pacing; it applies from the next claim. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const savePacing: Action<LanePacing & { id: string }, LanePacing> = (
  { db, clock },
  actor,
  { id: engineId, ...pacing },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    if (!(await findEngine(tx, { engineId, workspaceId }))) throw new Refusal('NOT_FOUND');
    authorize(manageEnginesRefusal(actor));
    const { gapToSeconds } = pacing;
    // A gap drawn by a longer rule is cut to the new one; saving never lengthens a gap.
    const nextSendAt =
      gapToSeconds == null
        ? undefined
        : sql`least(${engineLanes.nextSendAt}, now() + ${gapToSeconds} * interval '1 second')`;
    await tx
      .update(engineLanes)
      .set({ ...pacing, nextSendAt })
      .where(eq(engineLanes.engineId, engineId));
    await releaseQuiet(tx, { workspaceId, engineId });
    await writeAudit(tx, actor, { action: 'engine.pacing', subject: engineId, details: pacing });
    const due = laneDue(workspaceId, { engineId, dueAt: clock.now() });
    return { result: pacing, events: [due, enginesStale(workspaceId, engineId)] };
  });

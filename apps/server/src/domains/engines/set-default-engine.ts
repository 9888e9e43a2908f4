import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { enginesStale } from './engines.events.ts';
import { defaultRefusal, manageEnginesRefusal } from './engines.policy.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';
import { engines } from './engines.schema.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';
import { sendingEngineOf } from './sending-engine.ts';

/**
 * Makes an engine the default for new messages.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `LEGACY_ENGINE`
 */
export const setDefaultEngine: Action<{ id: string }, EngineRow> = ({ db }, actor, { id: engineId }) =>
  db.transaction(async (tx) => {
    const key = { engineId, workspaceId: actor.workspaceId };
    // Serialised, so that two engines are never both the default.
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, key.workspaceId)).for('update');
    const before = await lockEngine(tx, key);
    authorize(manageEnginesRefusal(actor) ?? defaultRefusal(before));
    if (before.isDefault) return { result: before, events: [] };
    await tx
      .update(engines)
      .set({ isDefault: false })
      .where(and(eq(engines.workspaceId, key.workspaceId), eq(engines.isDefault, true)));
    const engine = await updateEngine(tx, key, { isDefault: true });
    await writeAudit(tx, actor, { action: 'engine.default', subject: engineId });
    return { result: engine, events: [enginesStale(actor.workspaceId)] };
  });

/** Before a workspace gets another engine: makes the engine that currently sends the default, unless one was chosen. */
export async function keepSendingEngine(tx: Db, workspaceId: string): Promise<void> {
  const sending = await sendingEngineOf(tx, workspaceId);
  const engine = sending && (await findEngine(tx, { engineId: sending.id, workspaceId }));
  if (engine?.status === 'connected' && !engine.isDefault) {
    await updateEngine(tx, { engineId: engine.id, workspaceId }, { isDefault: true });
  }
}

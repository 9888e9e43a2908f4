import { eq } from 'drizzle-orm';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { retryOnDeadlock } from '../../platform/database/retry-on-deadlock.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, type Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { enforceEngineLimit } from './enforce-engine-limit.ts';
import { engineRemoved } from './engine-removed.ts';
import { enginesStale } from './engines.events.ts';
import { runEngineRefusal } from './engines.policy.ts';
import type { EngineRow } from './engines.queries.ts';
import { engineLanes, engines } from './engines.schema.ts';
import { isEngine, lockEngine } from './lock-engine.ts';
import { recordSessionEvents } from './record-session-events.ts';

type Deps = ActionDeps & Pick<Platform, 'hooks' | 'log'>;

/**
 * Deletes the engine session. The reconciler removes its pod; its events stay on record.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const removeEngineSession: Action<{ id: string }, { id: string }, Deps> = (deps, actor, { id }) =>
  removeEngine(deps, actor, id, { action: 'engine.remove', may: (engine) => runEngineRefusal(actor, engine) });

/** Common to every removal of an engine. @param may returns the refusal, or null if allowed */
export async function removeEngine(
  { db, ...parts }: Deps,
  actor: Pick<Actor, 'userId' | 'fullName' | 'workspaceId' | 'onBehalfOf'>,
  id: string,
  { action, may }: { action: 'engine.remove' | 'engine.unpair'; may: (engine: EngineRow) => Refusal | null },
): Promise<Outcome<{ id: string }>> {
  const key = { engineId: id, workspaceId: actor.workspaceId };
  const remove = async (tx: Db) => {
    // Lock the lane before the engine, as its own reports do; the opposite order would deadlock.
    await tx
      .select({ engineId: engineLanes.engineId })
      .from(engineLanes)
      .innerJoin(engines, eq(engines.id, engineLanes.engineId))
      .where(isEngine(key))
      .for('update', { of: engineLanes });
    const engine = await lockEngine(tx, key);
    authorize(may(engine));
    const removal = { workspaceId: actor.workspaceId, engineId: id, name: engine.name };
    const waiting = await engineRemoved.call(parts, tx, removal);
    await tx.delete(engines).where(isEngine(key));
    await recordSessionEvents(tx, engine, [{ event: 'session_removed', state: 'disconnected', trigger: 'user' }]);
    await writeAudit(tx, actor, { action, subject: id, details: { name: engine.name } });
    const letGo = await enforceEngineLimit(tx, actor.workspaceId);
    return { result: { id }, events: [enginesStale(actor.workspaceId, id), ...waiting, ...letGo] };
  };
  // This also releases its messages, which its process may be writing at the same time.
  return retryOnDeadlock(() => db.transaction(remove));
}

import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { enginesStale } from './engines.events.ts';
import { runEngineRefusal } from './engines.policy.ts';
import { type EngineRow, NEXT_LEASE } from './engines.queries.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';

/**
 * Requests an engine's process, which the reconciler creates. Idempotent.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const startEngine: Action<{ id: string }, EngineRow> = ({ db }, actor, { id: engineId }) =>
  db.transaction(async (tx) => {
    const key = { engineId, workspaceId: actor.workspaceId };
    const before = await lockEngine(tx, key);
    authorize(runEngineRefusal(actor, before));
    const engine = await updateEngine(tx, key, {
      desired: 'running',
      ...(before.desired !== 'running' && { status: 'initializing', statusGeneration: NEXT_LEASE }),
    });
    await writeAudit(tx, actor, { action: 'engine.start', subject: engineId });
    return { result: engine, events: [enginesStale(actor.workspaceId, engineId)] };
  });

import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { enginesStale } from './engines.events.ts';
import { runEngineRefusal } from './engines.policy.ts';
import { NEXT_LEASE } from './engines.queries.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';
import { recordSessionEvents } from './record-session-events.ts';

/**
 * Stops the engine's process. From now on it claims nothing, and settles or returns what it holds; revoking its token
 * at once would leave all of that in flight for good. The token ends with the pod (reconciler), or a minute later if
 * the pod does not end (sweep).
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const stopEngine: Action<{ id: string }, { id: string }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    const key = { engineId: id, workspaceId: actor.workspaceId };
    const before = await lockEngine(tx, key);
    authorize(runEngineRefusal(actor, before));
    if (before.desired !== 'absent') {
      await updateEngine(tx, key, {
        desired: 'absent',
        status: 'disconnected',
        statusGeneration: NEXT_LEASE,
        trouble: null,
        qrcode: null,
        connectedAt: null,
      });
      await recordSessionEvents(tx, before, [{ event: 'session_cleanup', state: 'disconnected', trigger: 'user' }]);
      await writeAudit(tx, actor, { action: 'engine.stop', subject: id });
    }
    return { result: { id }, events: [enginesStale(actor.workspaceId, id)] };
  });

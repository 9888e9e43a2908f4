import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isStarting, wasRestartedLately } from './engine-state.ts';
import { enginesStale } from './engines.events.ts';
import { manageEnginesRefusal } from './engines.policy.ts';
import type { EngineRow } from './engines.queries.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';

interface Update {
  id: string;
  name?: string | undefined;
  lastRestart?: string | undefined;
  status?: 'initializing' | undefined;
}

/**
 * Renames the engine session, or records its restart (spec 000 section 4.2). Never takes the status itself from the
 * request: the restart has set it, and the engine reports it from then on. Set manually, it would hide the code of an
 * engine waiting for its phone and prevent a restart of a healthy one.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `NOT_RESTARTING`
 */
export const updateEngineSession: Action<Update, EngineRow> = ({ db, clock }, actor, { id: engineId, ...update }) =>
  db.transaction(async (tx) => {
    const key = { engineId, workspaceId: actor.workspaceId };
    const before = await lockEngine(tx, key);
    authorize(manageEnginesRefusal(actor));
    const isRestarting =
      update.lastRestart !== undefined || isStarting(before) || wasRestartedLately(before, clock.now());
    if (update.status !== undefined && !isRestarting) throw new Refusal('NOT_RESTARTING');
    const engine = await updateEngine(tx, key, {
      ...(update.name === undefined ? {} : { name: update.name }),
      ...(update.lastRestart === undefined ? {} : { lastRestart: new Date(update.lastRestart) }),
    });
    await writeAudit(tx, actor, { action: 'engine.update', subject: engineId, details: { ...update } });
    return { result: engine, events: [enginesStale(actor.workspaceId, engineId)] };
  });

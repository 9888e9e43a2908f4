import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { enginesStale } from './engines.events.ts';
import { mayManageEngines } from './engines.policy.ts';
import type { EngineRow } from './engines.queries.ts';
import { engines } from './engines.schema.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';

interface Update {
  id: string;
  name?: string | undefined;
  lastRestart?: string | undefined;
  status?: 'initializing' | undefined;
}

/** Renames the engine session, or marks it as restarting (spec 000 section 4.2). @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const updateEngineSession: Action<Update, EngineRow> = ({ db }, actor, { id: engineId, ...update }) =>
  db.transaction(async (tx) => {
    const key = { engineId, workspaceId: actor.workspaceId };
    await lockEngine(tx, key);
    authorize(mayManageEngines(actor));
    const engine = await updateEngine(tx, key, {
      ...(update.name === undefined ? {} : { name: update.name }),
      ...(update.lastRestart === undefined ? {} : { lastRestart: new Date(update.lastRestart) }),
      // A process that has connected meanwhile knows better than a page that still waits.
      ...(update.status === 'initializing'
        ? { status: sql`case when ${engines.status} = 'connected' then ${engines.status} else 'initializing' end` }
        : {}),
    });
    await writeAudit(tx, actor, { action: 'engine.update', subject: engineId, details: { ...update } });
    return { result: engine, events: [enginesStale(actor.workspaceId, engineId)] };
  });

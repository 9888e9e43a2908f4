import { sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { isStarting } from './engine-state.ts';
import { enginesStale } from './engines.events.ts';
import { restartRefusal } from './engines.policy.ts';
import { type EngineRow, NEXT_LEASE } from './engines.queries.ts';
import { lockEngine, updateEngine } from './lock-engine.ts';
import { recordSessionEvents } from './record-session-events.ts';

interface Restart {
  id: string;
  /** What the health check found; omitted if a person requested it. */
  finding?: Record<string, unknown>;
}

/**
 * Requests a new process instead of the current one: the pod of an earlier revision is replaced, with the same
 * credentials and therefore no new QR code. Refused while the engine is starting, so that impatience cannot keep it
 * from starting.
 * @throws Refusal `NOT_FOUND`, `LEGACY_ENGINE`, `ALREADY_STARTING`, `FORBIDDEN`
 */
export const restartEngine: Action<Restart, EngineRow, ActionDeps, Actor | SystemActor> = (
  { db },
  actor,
  { id: engineId, finding },
) =>
  db.transaction(async (tx) => {
    const key = { engineId, workspaceId: actor.workspaceId };
    const before = await lockEngine(tx, key);
    authorize(restartRefusal(actor, { ...before, isStarting: isStarting(before) }));
    const revision = before.podRevision + 1;
    const engine = await updateEngine(tx, key, {
      desired: 'running',
      podRevision: revision,
      status: 'initializing',
      statusGeneration: NEXT_LEASE,
      trouble: null,
      qrcode: null,
      connectedAt: null,
      lastRestart: sql`now()`,
    });
    const trigger = finding ? 'health-check' : 'user';
    const details = { request: 'restart', revision };
    await recordSessionEvents(tx, before, [
      ...(finding ? [{ event: 'handleWaStateHealthCheck', state: before.status, trigger, details: finding }] : []),
      { event: 'session_request', state: 'initializing', trigger, details },
    ]);
    await writeAudit(tx, actor, { action: 'engine.restart', subject: engineId, details: finding ?? {} });
    return { result: engine, events: [enginesStale(actor.workspaceId, engineId)] };
  });

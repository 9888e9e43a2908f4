import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engine-lifecycle';
import type { EngineStatus } from '@switchyard/contracts/engine-protocol';
import { and, eq, sql } from 'drizzle-orm';
import { againAfterDeadlock } from '../../platform/database/again-after-deadlock.ts';
import type { Db } from '../../platform/database/database.ts';
import { isLegacy } from './engines.policy.ts';
import { engineLanes, engines } from './engines.schema.ts';
import { recordSessionEvent } from './record-session-event.ts';

/** An engine that has been starting for longer than this may be restarted again: whatever it waits for is not coming. */
export const STUCK_AFTER_MS = 3 * 60_000;

/** Which engine, seen from which workspace: another workspace's engine does not exist. */
export interface EngineKey {
  engineId: string;
  workspaceId: string;
}

const whose = ({ engineId, workspaceId }: EngineKey) =>
  and(eq(engines.id, engineId), eq(engines.workspaceId, workspaceId));

async function lockEngine(tx: Db, key: EngineKey) {
  const [row] = await tx
    .select({
      engine: engines,
      startedForMs: sql<number>`extract(epoch from now() - ${engines.updatedAt})::float8 * 1000`,
    })
    .from(engines)
    .where(whose(key))
    .for('update');
  return row ?? null;
}

/** Asks for the engine's process: the reconciler makes it. @returns false: no such engine here. */
export async function startEngine(db: Db, key: EngineKey): Promise<boolean> {
  const changed = await db
    .update(engines)
    .set({ desired: 'running', updatedAt: sql`now()` })
    .where(whose(key))
    .returning({ id: engines.id });
  return changed.length === 1;
}

/** Who wants the restart: a person, or the health check with what it found. */
export type RestartCause = { trigger: 'user' } | { trigger: 'health-check'; details: Record<string, unknown> };

export type Restart = 'restarted' | 'missing' | 'legacy' | 'starting';

/**
 * Asks for a new process in place of the present one: the pod of an earlier revision is replaced, with the same credentials and so without a new QR.
 * Refused while the engine is starting, so that impatience does not keep it from ever arriving.
 */
export async function restartEngine(
  db: Db,
  key: EngineKey,
  cause: RestartCause = { trigger: 'user' },
): Promise<Restart> {
  return db.transaction(async (tx) => {
    const found = await lockEngine(tx, key);
    if (!found) return 'missing';
    const { engine, startedForMs } = found;
    if (isLegacy(engine)) return 'legacy';
    const starting = ENGINE_LIFECYCLE[engine.status as EngineStatus].startingUp && engine.desired === 'running';
    if (starting && startedForMs < STUCK_AFTER_MS) return 'starting';
    await tx
      .update(engines)
      .set({
        desired: 'running',
        podRevision: engine.podRevision + 1,
        status: 'initializing',
        qrcode: null,
        lastRestart: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(whose(key));
    if (cause.trigger === 'health-check') {
      await recordSessionEvent(tx, engine, { event: 'handleWaStateHealthCheck', state: engine.status, ...cause });
    }
    await recordSessionEvent(tx, engine, {
      event: 'session_request',
      state: 'initializing',
      trigger: cause.trigger,
      details: { request: 'restart', revision: engine.podRevision + 1 },
    });
    return 'restarted';
  });
}

/** Ends the engine's process and makes its token worthless at once, so that a pod that is slow to die can do nothing more. */
export async function stopEngine(db: Db, key: EngineKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await lockEngine(tx, key);
    if (!found) return false;
    if (found.engine.desired === 'absent') return true;
    await tx
      .update(engines)
      .set({
        desired: 'absent',
        status: 'disconnected',
        qrcode: null,
        tokenVersion: found.engine.tokenVersion + 1,
        updatedAt: sql`now()`,
      })
      .where(whose(key));
    await recordSessionEvent(tx, found.engine, { event: 'session_cleanup', state: 'disconnected', trigger: 'user' });
    return true;
  });
}

/** Forgets the engine session. The reconciler removes a pod that nobody owns; its events stay for the record. */
export async function removeEngineSession(db: Db, key: EngineKey): Promise<boolean> {
  const remove = async (tx: Db) => {
    // The lane before the engine, as when the engine tells of itself: the other way round the two would wait for each other.
    await tx
      .select({ engineId: engineLanes.engineId })
      .from(engineLanes)
      .innerJoin(engines, eq(engines.id, engineLanes.engineId))
      .where(whose(key))
      .for('update', { of: engineLanes });
    const found = await lockEngine(tx, key);
    if (!found) return false;
    await tx.delete(engines).where(whose(key));
    await recordSessionEvent(tx, found.engine, { event: 'session_removed', state: 'disconnected', trigger: 'user' });
    return true;
  };
  // Its messages are let go too, while its process may be writing to them.
  return againAfterDeadlock(() => db.transaction(remove));
}

/** Renames the engine session, or marks it as restarting (spec 000 section 4.2). @returns false: no such engine here. */
export async function updateEngineSession(
  db: Db,
  key: EngineKey,
  change: { name?: string | undefined; lastRestart?: Date | undefined; restarting: boolean },
): Promise<boolean> {
  const changed = await db
    .update(engines)
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.lastRestart === undefined ? {} : { lastRestart: change.lastRestart }),
      // A process that has connected meanwhile knows better than a page that still waits.
      ...(change.restarting
        ? { status: sql`case when ${engines.status} = 'connected' then ${engines.status} else 'initializing' end` }
        : {}),
      updatedAt: sql`now()`,
    })
    .where(whose(key))
    .returning({ id: engines.id });
  return changed.length === 1;
}

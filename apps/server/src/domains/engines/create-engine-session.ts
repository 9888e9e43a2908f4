import { and, count, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import { allowedEngineCount, toPlan } from '../billing/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { engineLanes, engines } from './engines.schema.ts';
import { recordSessionEvent } from './record-session-event.ts';

/** The namespace of every engine pod. */
export const GATEWAY_NAMESPACE = 'switchyard-gateways';

export interface EngineSessionDraft {
  name: string;
  gatewayType: string;
  driver: string;
  active: boolean;
}

export type CreatedSession = { id: string } | { refused: 'upgrade' } | { refused: 'limit'; limit: number };

/**
 * Makes an engine session with its lane, if the plan allows one more (spec 000 section 5: legacy engines do not count).
 * The workspace's row is locked, so that two requests at once cannot both take the last place.
 */
export async function createEngineSession(db: Db, actor: Actor, draft: EngineSessionDraft): Promise<CreatedSession> {
  return db.transaction(async (tx) => {
    const [workspace] = await tx
      .select({ plan: workspaces.plan })
      .from(workspaces)
      .where(eq(workspaces.id, actor.workspaceId))
      .for('update');
    const limit = allowedEngineCount(toPlan(workspace?.plan ?? 'free'));
    if (limit === 0) return { refused: 'upgrade' };
    const [{ present } = { present: 0 }] = await tx
      .select({ present: count() })
      .from(engines)
      .where(and(eq(engines.workspaceId, actor.workspaceId), eq(engines.engineType, 'session-pod')));
    if (present >= limit) return { refused: 'limit', limit };

    const [row] = await tx
      .insert(engines)
      .values({
        workspaceId: actor.workspaceId,
        ownerId: actor.userId,
        name: draft.name,
        gatewayType: draft.gatewayType,
        driver: draft.driver,
        active: draft.active,
        status: 'initializing',
        k8sNamespace: GATEWAY_NAMESPACE,
      })
      .returning();
    if (!row) throw new Error('the engine session was not stored');
    await tx.insert(engineLanes).values({ engineId: row.id });
    await recordSessionEvent(tx, row, { event: 'session_request', state: 'initializing', trigger: 'user' });
    return { id: row.id };
  });
}

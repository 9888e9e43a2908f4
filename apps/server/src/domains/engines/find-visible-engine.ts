import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { canExploreAnyEngine } from './engines.policy.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';

/**
 * An engine that this actor may view: one of the workspace, or any for a platform admin, whose views of other
 * workspaces are recorded.
 * @param operation that shows it
 * @throws Refusal `NOT_FOUND`
 */
export async function findVisibleEngine(
  { database, recordView }: Pick<Platform, 'database' | 'recordView'>,
  actor: Actor,
  engineId: string,
  operation: string,
): Promise<EngineRow> {
  const workspaceId = canExploreAnyEngine(actor) ? null : actor.workspaceId;
  const engine = await findEngine(database.db, { engineId, workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  if (engine.workspaceId !== actor.workspaceId) {
    await recordView(actor, operation, { workspaceId: engine.workspaceId, subject: engineId });
  }
  return engine;
}

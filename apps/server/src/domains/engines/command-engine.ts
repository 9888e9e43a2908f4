import type { Actor } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { askEngine, type EngineRequest } from './engine-commands.ts';
import { mayManageEngines } from './engines.policy.ts';
import { findEngine } from './engines.queries.ts';

/** How long a person waits for an engine to do as told. */
const COMMAND_TIMEOUT_MS = 10_000;

interface CommandErrors {
  NOT_FOUND: () => Error;
  FORBIDDEN: () => Error;
  ENGINE_AWAY: () => Error;
  ENGINE_REFUSED: (as: { message: string }) => Error;
}

/**
 * Has a running engine of the actor's workspace carry out a command. @returns what it answered.
 * @throws NOT_FOUND, FORBIDDEN, ENGINE_AWAY after ten seconds of silence, ENGINE_REFUSED with the engine's own reason
 */
export async function commandEngine(
  platform: Platform,
  actor: Actor,
  errors: CommandErrors,
  engineId: string,
  request: EngineRequest,
): Promise<Record<string, unknown>> {
  const engine = await findEngine(platform.database.db, { engineId, workspaceId: actor.workspaceId });
  if (!engine) throw errors.NOT_FOUND();
  if (!mayManageEngines(actor)) throw errors.FORBIDDEN();
  const answer = await askEngine(platform, engineId, request, COMMAND_TIMEOUT_MS);
  if (answer.kind === 'away') throw errors.ENGINE_AWAY();
  if (answer.kind === 'refused') {
    throw errors.ENGINE_REFUSED({ message: `The engine could not do it: ${answer.reason}.` });
  }
  return answer.data;
}

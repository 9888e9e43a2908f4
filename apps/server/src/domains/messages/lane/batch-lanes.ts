import pg from 'pg';
import type { EngineIdentity } from '../../engines/index.ts';

/** A process's request about its lane. */
export interface LaneRequest {
  identity: EngineIdentity;
  generation: number;
}

/** Parameters of requests: $1 engine ids, $2 generations, $3 token versions. */
export const laneColumns = (requests: readonly LaneRequest[]) => [
  requests.map(({ identity }) => identity.engineId),
  requests.map(({ generation }) => generation),
  requests.map(({ identity }) => identity.tokenVersion),
];

/**
 * The requested lanes that pass the fence (generation, lease held, token not revoked), with their position in the
 * request. `(select $1)` hides the value from the planner, which would otherwise plan each call anew; one plan serves
 * any number of lanes.
 */
export const FENCED_LANES = `unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::int[])) with ordinality as requested (engine_id, generation, token_version, place)
    join engine_lanes lane on lane.engine_id = requested.engine_id and lane.generation = requested.generation and lane.expires_at is not null
    join engines engine on engine.id = requested.engine_id and engine.token_version = requested.token_version`;

/**
 * Serves many lanes in one statement without letting one lane's failure affect another. The single-lane statement
 * serves duplicate requests for a lane, lanes that the common statement skipped or refused (`null`), and every lane if
 * the common statement failed and was rolled back. An error that may have changed something, such as a lost connection,
 * is thrown to all callers, as it would be to one.
 */
export async function batchLanes<Request extends LaneRequest, Answer>(
  requests: readonly Request[],
  together: (requests: readonly Request[]) => Promise<(Answer | Promise<Answer> | null)[]>,
  alone: (request: Request) => Promise<Answer>,
): Promise<(Answer | Promise<Answer>)[]> {
  const byEngine = new Map<string, Request>();
  for (const request of requests) {
    const { engineId } = request.identity;
    if (!byEngine.has(engineId)) byEngine.set(engineId, request);
  }
  const unique = [...byEngine.values()];
  const answers = new Map<Request, Answer | Promise<Answer>>();
  // A single lane is served directly.
  if (unique.length > 1) {
    try {
      for (const [at, answer] of (await together(unique)).entries()) {
        const request = unique[at];
        if (request && answer !== null) answers.set(request, answer);
      }
    } catch (error) {
      if (!isRolledBack(error)) throw error;
    }
  }
  return requests.map((request) => answers.get(request) ?? alone(request));
}

/** PostgreSQL rejected the statement. During a shutdown (57P…) the outcome is unknown. */
const isRolledBack = (error: unknown) => error instanceof pg.DatabaseError && !error.code?.startsWith('57P');

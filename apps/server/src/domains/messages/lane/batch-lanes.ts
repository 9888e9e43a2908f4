import pg from 'pg';
import type { EngineIdentity } from '../../engines/index.ts';

/** What a process wants of its lane. */
export interface LaneRequest {
  identity: EngineIdentity;
  generation: number;
}

/** $1 engine ids, $2 generations, $3 token versions of the lanes that ask. */
export const laneColumns = (asked: readonly LaneRequest[]) => [
  asked.map((one) => one.identity.engineId),
  asked.map((one) => one.generation),
  asked.map((one) => one.identity.tokenVersion),
];

/**
 * The lanes that ask, as far as each may (the fence: generation, somebody holds it, token not revoked), with their
 * place among them. `(select $1)`: a value that the planner sees before it plans makes it plan each statement anew; so
 * one plan serves however many ask.
 */
export const ASKING_LANES = `unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::int[])) with ordinality as asked (engine_id, generation, token_version, place)
    join engine_lanes lane on lane.engine_id = asked.engine_id and lane.generation = asked.generation and lane.expires_at is not null
    join engines engine on engine.id = asked.engine_id and engine.token_version = asked.token_version`;

/**
 * Does for many lanes at once what can be done for each alone, so that no lane's fault is another's: who asks for a
 * lane twice, whom the common statement passed over or refused (`null`), and all, when it failed and so changed
 * nothing, is served by the statement for one. A failure that may have changed something, such as a lost connection, is
 * told to all, as it would be to one.
 */
export async function batchLanes<Ask extends LaneRequest, Answer>(
  asked: readonly Ask[],
  all: (asks: readonly Ask[]) => Promise<(Answer | Promise<Answer> | null)[]>,
  alone: (ask: Ask) => Promise<Answer>,
): Promise<(Answer | Promise<Answer>)[]> {
  const first = new Map<string, Ask>();
  for (const ask of asked) if (!first.has(ask.identity.engineId)) first.set(ask.identity.engineId, ask);
  const asks = [...first.values()];
  const answers = new Map<Ask, Answer | Promise<Answer>>();
  // One alone is told as it is, with nothing to try before.
  if (asks.length > 1) {
    try {
      for (const [at, answer] of (await all(asks)).entries()) {
        const ask = asks[at];
        if (ask && answer !== null) answers.set(ask, answer);
      }
    } catch (error) {
      if (!isRolledBack(error)) throw error;
    }
  }
  return asked.map((ask) => answers.get(ask) ?? alone(ask));
}

/** PostgreSQL refused the statement. Not so when it was being shut down (57P…): then nobody knows. */
const isRolledBack = (error: unknown) => error instanceof pg.DatabaseError && !error.code?.startsWith('57P');

import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type engines, sessionEvents } from './engines.schema.ts';

/** One event in the life of an engine session. */
export interface SessionStep {
  event: string;
  state: string;
  /** Who or what caused it. */
  trigger: string;
  details?: Record<string, unknown>;
  /** When it happened, as reported by an engine process; defaults to now. */
  atMs?: number;
}

/** An engine's report may have waited this long for an unavailable server. */
const MAX_AGE_SECONDS = 7 * 86_400;

/**
 * Stores events of an engine session in order, by the database's clock. A time reported by an engine is kept, but never
 * later than now, nor so old that the event would be lost among others.
 */
export async function recordSessionEvents(
  db: Db,
  engine: Pick<typeof engines.$inferSelect, 'id' | 'workspaceId' | 'engineType' | 'podName'>,
  steps: readonly SessionStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await db.insert(sessionEvents).values(
    steps.map(({ event, state, trigger, details = {}, atMs }) => ({
      engineId: engine.id,
      workspaceId: engine.workspaceId,
      fromDateTime: atMs === undefined ? sql`clock_timestamp()` : reportedTime(atMs),
      event,
      state,
      sessionType: engine.engineType,
      podId: engine.podName,
      triggerdBy: trigger,
      details,
    })),
  );
}

function reportedTime(atMs: number) {
  const now = sql`extract(epoch from clock_timestamp())::float8`;
  return sql`to_timestamp(greatest(least(${atMs / 1_000}::float8, ${now}), ${now} - ${MAX_AGE_SECONDS}))`;
}

import type { SessionEventName } from '@switchyard/contracts/engine-lifecycle';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type engines, sessionEvents } from './engines.schema.ts';

/** Stores one event of an engine session that the server itself caused, on the database's clock. */
export async function recordSessionEvent(
  db: Db,
  engine: Pick<typeof engines.$inferSelect, 'id' | 'workspaceId' | 'engineType' | 'podName'>,
  told: { event: SessionEventName; state: string; trigger: string; details?: Record<string, unknown> },
): Promise<void> {
  await db.insert(sessionEvents).values({
    engineId: engine.id,
    workspaceId: engine.workspaceId,
    fromDateTime: sql`clock_timestamp()`,
    event: told.event,
    state: told.state,
    sessionType: engine.engineType,
    podId: engine.podName,
    triggerdBy: told.trigger,
    details: told.details ?? {},
  });
}

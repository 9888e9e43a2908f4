import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { laneDue } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * Quiet hours or clocks are not as they were: what waits for the end of quiet hours goes back to its due moment, and
 * the next claim that meets it moves it again if the new hours say so. Called after they were written. The lanes' rows
 * are locked first, since a claim holds its own while it moves messages: whatever it has moved by the old hours is then
 * seen here.
 */
export async function releaseQuiet(
  tx: Db,
  { workspaceId, ...only }: { workspaceId: string; engineId?: string; mobiles?: readonly string[] },
): Promise<DomainEvent[]> {
  const lanes = tx
    .select({ id: engines.id })
    .from(engines)
    .where(and(eq(engines.workspaceId, workspaceId), only.engineId ? eq(engines.id, only.engineId) : undefined));
  await tx
    .select({ id: engineLanes.engineId })
    .from(engineLanes)
    .where(inArray(engineLanes.engineId, lanes))
    .orderBy(asc(engineLanes.engineId))
    .for('no key update');
  const released = await tx
    .update(messages)
    .set({ claimableAt: sql`${messages.dueAt}`, holdRule: null })
    .where(
      and(
        only.engineId ? eq(messages.engineId, only.engineId) : eq(messages.workspaceId, workspaceId),
        eq(messages.status, 'pending'),
        eq(messages.holdRule, 'quiet_hours'),
        only.mobiles ? inArray(messages.recipient, [...only.mobiles]) : undefined,
      ),
    )
    .returning({ engineId: messages.engineId, dueAt: messages.dueAt });
  return [...Map.groupBy(released, ({ engineId }) => engineId)].map(([engineId, rows]) =>
    laneDue(workspaceId, { engineId, dueAt: new Date(Math.min(...rows.map(({ dueAt }) => dueAt.getTime()))) }),
  );
}

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { laneDue } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * Releases messages held by quiet hours after quiet hours or zones have changed: they return to their due moments, and
 * the next claim holds them again if the new hours apply. Call it after the change was written. It locks the lanes
 * first, because a claim holds its lane while it moves messages: so messages moved by the old hours are visible here.
 */
export async function releaseQuiet(
  tx: Db,
  { workspaceId, ...scope }: { workspaceId: string; engineId?: string; mobiles?: readonly string[] },
): Promise<DomainEvent[]> {
  const lanes = tx
    .select({ id: engines.id })
    .from(engines)
    .where(and(eq(engines.workspaceId, workspaceId), scope.engineId ? eq(engines.id, scope.engineId) : undefined));
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
        scope.engineId ? eq(messages.engineId, scope.engineId) : eq(messages.workspaceId, workspaceId),
        eq(messages.status, 'pending'),
        eq(messages.holdRule, 'quiet_hours'),
        scope.mobiles ? inArray(messages.recipient, [...scope.mobiles]) : undefined,
      ),
    )
    .returning({ engineId: messages.engineId, dueAt: messages.dueAt });
  return [...Map.groupBy(released, ({ engineId }) => engineId)].map(([engineId, rows]) =>
    laneDue(workspaceId, { engineId, dueAt: new Date(Math.min(...rows.map(({ dueAt }) => dueAt.getTime()))) }),
  );
}

import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { notify } from '../../notifications/index.ts';
import { apiKeys } from '../keys.schema.ts';

const AT_ONCE = 1_000;

/** Notifies the owners and admins of a workspace once for each key, 7 days before it expires. @returns how many */
export async function notifyKeyExpiry({
  database: { db },
  events,
}: Pick<Platform, 'database' | 'events'>): Promise<number> {
  const isExpiring = and(
    lte(apiKeys.expiresAt, sql`now() + interval '7 days'`),
    gt(apiKeys.expiresAt, sql`now()`),
    isNull(apiKeys.expiryToldAt),
    isNull(apiKeys.revokedAt),
  );
  const soon = await db.select({ id: apiKeys.id }).from(apiKeys).where(isExpiring).limit(AT_ONCE);
  for (const { id } of soon) {
    const notifiedEvents = await db.transaction(async (tx) => {
      const [key] = await tx
        .update(apiKeys)
        .set({ expiryToldAt: sql`now()` })
        .where(and(eq(apiKeys.id, id), isExpiring))
        .returning();
      if (!key?.expiresAt) return [];
      const data = { id, name: key.name, at: key.expiresAt.toISOString() };
      return notify(tx, { workspaceId: key.workspaceId, userId: null, kind: 'key-expiring', subject: id, data });
    });
    events.dispatch(notifiedEvents);
  }
  return soon.length;
}

import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { supportConsents, supportGrants } from '../support.schema.ts';

/** The current support session by the database's clock, and whether texts may be read in it; null if there is none. */
export async function findGrant(
  db: Db,
  who: { adminId: string; userId: string; workspaceId: string },
): Promise<{ until: Date; mayReadTexts: boolean } | null> {
  const [grant] = await db
    .select({
      until: supportGrants.endsAt,
      mayReadTexts: sql<boolean>`coalesce(${supportConsents.mayReadTexts}, false)`,
    })
    .from(supportGrants)
    .leftJoin(supportConsents, eq(supportConsents.workspaceId, supportGrants.workspaceId))
    .where(
      and(
        eq(supportGrants.adminId, who.adminId),
        eq(supportGrants.userId, who.userId),
        eq(supportGrants.workspaceId, who.workspaceId),
        gt(supportGrants.endsAt, sql`now()`),
      ),
    )
    .orderBy(desc(supportGrants.endsAt))
    .limit(1);
  return grant ?? null;
}

import { desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/database/database.ts';
import { users } from '../accounts.schema.ts';
import { supportGrants } from '../support.schema.ts';

/** One page of the support sessions in a workspace, latest first. */
export async function listGrants(db: Db, workspaceId: string, { limit, skip }: { limit: number; skip: number }) {
  const where = eq(supportGrants.workspaceId, workspaceId);
  const admins = alias(users, 'admins');
  const rows = await db
    .select({ grant: supportGrants, by: admins.name, as: users.name })
    .from(supportGrants)
    .innerJoin(admins, eq(admins.id, supportGrants.adminId))
    .innerJoin(users, eq(users.id, supportGrants.userId))
    .where(where)
    .orderBy(desc(supportGrants.createdAt), desc(supportGrants.id))
    .limit(limit)
    .offset(skip);
  const data = rows.map(({ grant, by, as }) => ({
    _id: grant.id,
    by,
    as,
    reason: grant.reason,
    from: grant.createdAt.toISOString(),
    until: grant.endsAt.toISOString(),
  }));
  return { data, total: await db.$count(supportGrants, where) };
}

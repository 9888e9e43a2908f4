import { and, eq, exists, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { workspaceMembers } from '../workspaces/workspaces.schema.ts';
import { loginSessions } from './accounts.schema.ts';

/** Makes a login session work in another workspace of its person. @returns false, with nothing changed, when it is not theirs. */
export async function switchWorkspace(db: Db, loginToken: string, workspaceId: string): Promise<boolean> {
  const membership = db
    .select({ id: workspaceMembers.id })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.organizationId, workspaceId), eq(workspaceMembers.userId, loginSessions.userId)));
  const changed = await db
    .update(loginSessions)
    .set({ activeOrganizationId: workspaceId, updatedAt: sql`now()` })
    .where(and(eq(loginSessions.token, loginToken), exists(membership)))
    .returning({ id: loginSessions.id });
  return changed.length > 0;
}

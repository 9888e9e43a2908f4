import type { Me } from '@switchyard/contracts/accounts/operations';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { entitlements } from '../billing/index.ts';
import { findWorkspace, listWorkspacesOf } from '../workspaces/index.ts';
import { presentMe } from './accounts.present.ts';
import { users } from './accounts.schema.ts';

/** The signed-in person, or in support mode the person supported, and their workspace. */
export async function readMe(db: Db, actor: Actor): Promise<Me> {
  const { userId } = actor.onBehalfOf ?? actor;
  const [workspace, workspaces, allowed, [own]] = await Promise.all([
    findWorkspace(db, actor.workspaceId),
    listWorkspacesOf(db, userId),
    entitlements(db, actor.workspaceId),
    db
      .select({
        fullName: users.name,
        picture: users.image,
        language: users.language,
        deleteAfter: users.deleteAfter,
        times: { zone: users.zone, clock: users.clock, weekStart: users.weekStart },
      })
      .from(users)
      .where(eq(users.id, userId)),
  ]);
  if (!workspace) throw new Error(`workspace ${actor.workspaceId} no longer exists`);
  if (!own) throw new Error(`user ${userId} no longer exists`);
  return presentMe(actor, workspace, workspaces, allowed, own, new Date());
}

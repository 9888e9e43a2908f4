import type { Me } from '@switchyard/contracts/accounts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { entitlements } from '../billing/index.ts';
import { findWorkspace, listWorkspacesOf } from '../workspaces/index.ts';
import { presentMe } from './accounts.present.ts';

/** Who is signed in, or in support mode the person whose place was taken, and where they work. */
export async function readMe(db: Db, actor: Actor): Promise<Me> {
  const { userId } = actor.onBehalfOf ?? actor;
  const [workspace, workspaces, allowed] = await Promise.all([
    findWorkspace(db, actor.workspaceId),
    listWorkspacesOf(db, userId),
    entitlements(db, actor.workspaceId),
  ]);
  if (!workspace) throw new Error(`workspace ${actor.workspaceId} has gone`);
  return presentMe(actor, workspace, workspaces, allowed, new Date());
}

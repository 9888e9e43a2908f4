import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { workspaceClosing, workspaceReopened } from './delete-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { workspaces } from './workspaces.schema.ts';

type Deps = Pick<EdgeDeps, 'hooks' | 'log'>;

/** Keeps everybody out of a workspace, and stops what acts by itself in it. */
export async function suspendWorkspace(deps: Deps, tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  await tx
    .update(workspaces)
    .set({ suspendedAt: sql`now()` })
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.suspendedAt)));
  return [...(await workspaceClosing.call(deps, tx, { workspaceId })), workspaceChanged(workspaceId)];
}

/** Undoes that; what stopped goes on unless the workspace is to be deleted. */
export async function reinstateWorkspace(deps: Deps, tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  const [workspace] = await tx
    .update(workspaces)
    .set({ suspendedAt: null })
    .where(eq(workspaces.id, workspaceId))
    .returning({ deleteAfter: workspaces.deleteAfter });
  const events = workspace?.deleteAfter ? [] : await workspaceReopened.call(deps, tx, { workspaceId });
  return [...events, workspaceChanged(workspaceId)];
}

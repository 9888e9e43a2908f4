import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { workspaceClosing, workspaceReopened } from './delete-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { workspaces } from './workspaces.schema.ts';

type Deps = Pick<EdgeDeps, 'hooks' | 'log'>;

/** Suspends a workspace for everybody and stops its automated work. */
export async function suspendWorkspace(deps: Deps, tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  await tx
    .update(workspaces)
    .set({ suspendedAt: sql`now()` })
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.suspendedAt)));
  return [...(await workspaceClosing.call(deps, tx, { workspaceId })), workspaceChanged(workspaceId)];
}

/** Undoes `suspendWorkspace`; stopped work resumes unless the workspace is scheduled for deletion. */
export async function reinstateWorkspace(deps: Deps, tx: Db, workspaceId: string): Promise<DomainEvent[]> {
  const [workspace] = await tx
    .update(workspaces)
    .set({ suspendedAt: null })
    .where(eq(workspaces.id, workspaceId))
    .returning({ deleteAfter: workspaces.deleteAfter });
  const events = workspace?.deleteAfter ? [] : await workspaceReopened.call(deps, tx, { workspaceId });
  return [...events, workspaceChanged(workspaceId)];
}

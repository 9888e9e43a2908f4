import { DELETION_DAYS } from '@switchyard/contracts/workspaces/operations';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { purgeId } from '../../platform/database/purge-id.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { lockWorkspace, withCurrentRole } from './lock-workspace.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { deleteWorkspaceRefusal } from './workspaces.policy.ts';
import { workspaces } from './workspaces.schema.ts';

type Deps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log'>;

/** A workspace is scheduled for deletion: its automated work stops now. */
export const workspaceClosing = defineHook<{ workspaceId: string }>('workspace.closing');

/** A deletion was cancelled: the work that stopped for it resumes. */
export const workspaceReopened = defineHook<{ workspaceId: string }>('workspace.kept');

/**
 * A workspace with all its contents is about to be deleted in this transaction; what is stored outside it is cleaned up
 * now.
 */
export const workspacePurging = defineHook<{ workspaceId: string }>('workspace.going');

/**
 * Schedules deletion of the actor's workspace in two weeks; until then it is readable and this can be cancelled.
 * @throws Refusal `FORBIDDEN`
 */
export const deleteWorkspace: Action<object, { deleteAfter: Date }, Deps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    authorize(deleteWorkspaceRefusal(await withCurrentRole(tx, actor)));
    const { deleteAfter, events } = await closeWorkspace(deps, tx, workspaceId);
    await writeAudit(tx, actor, { action: 'workspace.delete', details: { deleteAfter } });
    return { result: { deleteAfter }, events };
  });

/** Cancels deletion of the actor's workspace; the work that stopped for it resumes. @throws Refusal `FORBIDDEN` */
export const cancelWorkspaceDeletion: Action<object, { deleteAfter: null }, Deps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockWorkspace(tx, workspaceId);
    authorize(deleteWorkspaceRefusal(await withCurrentRole(tx, actor)));
    const events = await reopenWorkspace(deps, tx, workspaceId);
    await writeAudit(tx, actor, { action: 'workspace.keep' });
    return { result: { deleteAfter: null }, events };
  });

/** Sets a workspace's deletion date unless there is one already, and stops its automated work. */
export async function closeWorkspace(
  parts: Pick<Deps, 'hooks' | 'log'>,
  tx: Db,
  workspaceId: string,
): Promise<{ deleteAfter: Date; events: DomainEvent[] }> {
  await tx
    .update(workspaces)
    .set({ deleteAfter: sql`now() + make_interval(days => ${DELETION_DAYS})` })
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deleteAfter)));
  const [row] = await tx.select({ at: workspaces.deleteAfter }).from(workspaces).where(eq(workspaces.id, workspaceId));
  if (!row?.at) throw new Error(`workspace ${workspaceId} no longer exists`);
  const events = await workspaceClosing.call(parts, tx, { workspaceId });
  return { deleteAfter: row.at, events: [...events, workspaceChanged(workspaceId)] };
}

/** Clears the deletion date; stopped work resumes unless the workspace is suspended. */
export async function reopenWorkspace(
  parts: Pick<Deps, 'hooks' | 'log'>,
  tx: Db,
  workspaceId: string,
): Promise<DomainEvent[]> {
  const [workspace] = await tx
    .update(workspaces)
    .set({ deleteAfter: null })
    .where(eq(workspaces.id, workspaceId))
    .returning({ suspendedAt: workspaces.suspendedAt });
  const events = workspace?.suspendedAt ? [] : await workspaceReopened.call(parts, tx, { workspaceId });
  return [...events, workspaceChanged(workspaceId)];
}

/** Records of actions and payments, which are kept. */
export const KEPT_TABLES = ['audit_entries', 'plan_changes', 'invoices'] as const;
/** Those with a foreign key that must name a workspace. */
const KEPT_WITH_WORKSPACE = ['plan_changes', 'invoices'] as const;

/** No workspace, because it no longer exists. */
const PURGER = { userId: null, fullName: 'deletion', workspaceId: '', onBehalfOf: null } as const;

/** The report of a deletion: how many rows of each table name the workspace, and whether they are deleted or kept. */
async function countRows(
  tx: Db,
  workspaceId: string,
): Promise<{ deleted: Record<string, number>; kept: Record<string, number> }> {
  const { rows: tables } = await tx.execute<{ name: string }>(sql`
    select table_name::text as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'workspace_id' order by 1`);
  const counts = { deleted: {} as Record<string, number>, kept: {} as Record<string, number> };
  for (const { name } of tables) {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where workspace_id = ${workspaceId}`,
    );
    const count = rows[0]?.count ?? 0;
    const isKept = (KEPT_TABLES as readonly string[]).includes(name);
    if (count > 0) counts[isKept ? 'kept' : 'deleted'][name] = count;
  }
  return counts;
}

/** Purges workspaces whose two weeks are over, each in its own transaction. @returns how many */
export async function purgeWorkspaces(deps: Pick<Deps, 'db' | 'hooks' | 'log'>): Promise<number> {
  const { db } = deps;
  const due = await db.select({ id: workspaces.id }).from(workspaces).where(lt(workspaces.deleteAfter, sql`now()`));
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const isOver = and(eq(workspaces.id, id), lt(workspaces.deleteAfter, sql`now()`));
      const found = await tx.select({ id: workspaces.id }).from(workspaces).where(isOver).for('update');
      if (found.length === 0) return;
      const counts = await countRows(tx, id);
      await workspacePurging.call(deps, tx, { workspaceId: id });
      const pseudonym = await ensurePlaceholder(tx, id);
      await tx.delete(workspaces).where(eq(workspaces.id, id));
      await purgeId(tx, { id, pseudonym, kept: KEPT_TABLES });
      await writeAudit(tx, PURGER, {
        action: 'workspace.purge',
        workspaceId: null,
        subject: pseudonym,
        details: counts,
      });
    });
  }
  return due.length;
}

/**
 * The placeholder workspace for billing rows that are kept: it has no people, and is created only if there are such
 * rows.
 * @returns its id, or an unused id if none was needed
 */
async function ensurePlaceholder(tx: Db, workspaceId: string): Promise<string> {
  const pseudonym = newId();
  for (const name of KEPT_WITH_WORKSPACE) {
    const table = sql.identifier(name);
    const { rows } = await tx.execute(sql`select 1 from ${table} where workspace_id = ${workspaceId} limit 1`);
    if (rows.length === 0) continue;
    const row = { id: pseudonym, slug: pseudonym, name: 'A workspace that has gone' };
    await tx.insert(workspaces).values(row).onConflictDoNothing();
    await tx.execute(sql`update ${table} set workspace_id = ${pseudonym} where workspace_id = ${workspaceId}`);
  }
  return pseudonym;
}

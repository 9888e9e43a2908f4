import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { lockWorkspace, reinstateWorkspace, suspendWorkspace } from '../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { loginSessions, users } from './accounts.schema.ts';
import { endResetLinks } from './end-sign-ins.ts';

type Deps = Pick<EdgeDeps, 'hooks' | 'log'>;

/** A person was suspended: their automated work stops. */
export const accountSuspended = defineHook<{ userId: string }>('account.suspended');

/** A person was reinstated: what stopped for the suspension resumes. */
export const accountReinstated = defineHook<{ userId: string }>('account.reinstated');

/**
 * Suspends a person: ends sign-ins, disables keys and clients, stops their engines, and suspends workspaces where they
 * are the only member.
 */
export async function suspendAccount(deps: Deps, tx: Db, userId: string): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  await tx
    .update(users)
    .set({ suspendedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  await tx.delete(loginSessions).where(eq(loginSessions.userId, userId));
  await endResetLinks(tx, userId);
  for (const id of await unsharedWorkspaces(tx, userId)) {
    await lockWorkspace(tx, id);
    events.push(...(await suspendWorkspace(deps, tx, id)));
  }
  return [...events, ...(await accountSuspended.call(deps, tx, { userId }))];
}

/** Undoes `suspendAccount`, including the workspaces suspended with it; keys and clients work again. */
export async function reinstateAccount(deps: Deps, tx: Db, userId: string): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  const suspended = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .innerJoin(workspaceMembers, eq(workspaceMembers.organizationId, workspaces.id))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(users.id, userId), eq(workspaces.suspendedAt, users.suspendedAt)))
    .orderBy(workspaces.id);
  await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, userId));
  for (const { id } of suspended) events.push(...(await reinstateWorkspace(deps, tx, id)));
  return [...events, ...(await accountReinstated.call(deps, tx, { userId }))];
}

/** Workspaces where this person is the only member and that are not already suspended. */
async function unsharedWorkspaces(tx: Db, userId: string): Promise<string[]> {
  const others = alias(workspaceMembers, 'others');
  const withOthers = tx
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.organizationId, workspaceMembers.organizationId), sql`${others.userId} <> ${userId}`));
  const alone = await tx
    .select({ id: workspaces.id })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .where(and(eq(workspaceMembers.userId, userId), isNull(workspaces.suspendedAt), notExists(withOthers)))
    .orderBy(workspaces.id);
  return alone.map(({ id }) => id);
}

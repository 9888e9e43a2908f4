import { DELETION_DAYS } from '@switchyard/contracts/workspaces/operations';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { closeWorkspace, lockWorkspace, reopenWorkspace } from '../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { users } from './accounts.schema.ts';

type Deps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log'>;

/**
 * Schedules deletion of the actor's account in two weeks, with the workspaces where they are the only member. Until
 * then they can sign in and cancel it.
 * @throws Refusal `LAST_OWNER` while the actor is the only owner of a workspace with other members
 */
export const deleteAccount: Action<object, { deleteAfter: Date }, Deps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const { deleteAfter, closed, events } = await closeAccount(deps, tx, actor.userId);
    await writeAudit(tx, actor, { action: 'account.delete', workspaceId: null, details: { workspaces: closed } });
    return { result: { deleteAfter }, events };
  });

/** Cancels deletion of the actor's account and of the workspaces closed with it. */
export const cancelAccountDeletion: Action<object, { deleteAfter: null }, Deps> = (deps, actor) =>
  deps.db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const events = await reopenAccount(deps, tx, actor.userId);
    await writeAudit(tx, actor, { action: 'account.keep', workspaceId: null });
    return { result: { deleteAfter: null }, events };
  });

/**
 * Sets the deletion date unless there is one already, and closes the workspaces where the person is the only member.
 */
export async function closeAccount(
  deps: Pick<Deps, 'hooks' | 'log'>,
  tx: Db,
  userId: string,
): Promise<{ deleteAfter: Date; closed: number; events: DomainEvent[] }> {
  const { alone } = await soleOwnedWorkspaces(tx, userId);
  const events: DomainEvent[] = [];
  for (const workspaceId of alone) events.push(...(await closeWorkspace(deps, tx, workspaceId)).events);
  const [person] = await tx
    .update(users)
    .set({ deleteAfter: sql`coalesce(${users.deleteAfter}, now() + make_interval(days => ${DELETION_DAYS}))` })
    .where(eq(users.id, userId))
    .returning({ at: users.deleteAfter });
  if (!person?.at) throw new Error(`user ${userId} no longer exists`);
  return { deleteAfter: person.at, closed: alone.length, events };
}

/** Clears the deletion date and reopens the workspaces that were closed with the account. */
export async function reopenAccount(deps: Pick<Deps, 'hooks' | 'log'>, tx: Db, userId: string): Promise<DomainEvent[]> {
  // Only workspaces closed with the account, whoever has joined since; one deleted separately before has an earlier
  // date.
  const closed = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .innerJoin(workspaceMembers, eq(workspaceMembers.organizationId, workspaces.id))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(eq(users.id, userId), eq(workspaceMembers.role, 'owner'), gte(workspaces.deleteAfter, users.deleteAfter)),
    )
    .orderBy(workspaces.id);
  const events: DomainEvent[] = [];
  for (const { id } of closed) {
    await lockWorkspace(tx, id);
    events.push(...(await reopenWorkspace(deps, tx, id)));
  }
  await tx.update(users).set({ deleteAfter: null }).where(eq(users.id, userId));
  return events;
}

/**
 * The workspaces where a person is the only member. Locks all workspaces they own until the transaction ends.
 * @throws Refusal `LAST_OWNER` if a workspace with other members would have no owner
 */
export async function soleOwnedWorkspaces(tx: Db, userId: string): Promise<{ alone: string[] }> {
  const owned = await tx
    .select({ id: workspaceMembers.organizationId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.role, 'owner')))
    .orderBy(workspaceMembers.organizationId);
  const alone: string[] = [];
  for (const { id } of owned) {
    await lockWorkspace(tx, id);
    const people = await tx.select().from(workspaceMembers).where(eq(workspaceMembers.organizationId, id));
    if (people.length === 1) alone.push(id);
    else if (!people.some((person) => person.role === 'owner' && person.userId !== userId))
      throw new Refusal('LAST_OWNER');
  }
  return { alone };
}

/** People whose two weeks are over. */
export const dueForDeletion = (db: Db): Promise<{ id: string }[]> =>
  db.select({ id: users.id }).from(users).where(lt(users.deleteAfter, sql`now()`));

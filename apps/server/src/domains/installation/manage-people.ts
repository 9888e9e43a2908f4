import type { AuditAction } from '@switchyard/contracts/domains';
import type { InstallationPerson } from '@switchyard/contracts/installation/operations';
import { eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor, PlatformRole } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { loginSessions, passkeys, twoFactors, users } from '../accounts/accounts.schema.ts';
import {
  closeAccount,
  reinstateAccount,
  reopenAccount,
  requireConfirmed,
  suspendAccount,
  toRole,
} from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { managePersonRefusal } from './installation.policy.ts';
import { findPerson } from './people.queries.ts';

type Deps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log'>;
interface ById {
  id: string;
}
interface ActionResult {
  details?: Record<string, unknown>;
  events?: DomainEvent[];
}

/**
 * Any fixed number: the lock that serialises platform admins' actions on people, so that two cannot remove each other's
 * role.
 */
const PEOPLE_LOCK = 7_221_057;

/** An action of a platform admin on somebody else. @throws Refusal `FORBIDDEN`, `NOT_FOUND` */
const personAction =
  <Input extends ById>(
    action: AuditAction,
    work: (deps: Deps, tx: Db, input: Input, actor: Actor) => Promise<ActionResult>,
  ): Action<Input, InstallationPerson, Deps> =>
  (deps, actor, input) =>
    deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${PEOPLE_LOCK})`);
      const [now] = await tx.select({ role: users.role }).from(users).where(eq(users.id, actor.userId));
      authorize(managePersonRefusal({ ...actor, role: toRole(now?.role ?? '') }, input.id));
      if (!(await findPerson(tx, input.id))) throw new Refusal('NOT_FOUND');
      const { details = {}, events = [] } = await work(deps, tx, input, actor);
      await writeAudit(tx, actor, { action, workspaceId: null, subject: input.id, details });
      const result = await findPerson(tx, input.id);
      if (!result) throw new Error(`user ${input.id} no longer exists`);
      return { result, events };
    });

/** Suspends a person at once: sign-ins, keys, clients and engines. Reversible. */
export const suspendPerson = personAction<ById>('person.suspend', async (deps, tx, { id }) => ({
  events: await suspendAccount(deps, tx, id),
}));

export const reinstatePerson = personAction<ById>('person.reinstate', async (deps, tx, { id }) => ({
  events: await reinstateAccount(deps, tx, id),
}));

/** @throws Refusal `CONFIRM_FIRST` if the actor has not confirmed their identity recently */
export const setRole = personAction<ById & { role: PlatformRole }>(
  'person.role',
  async (_deps, tx, { id, role }, actor) => {
    await requireConfirmed(tx, { id: actor.loginId });
    const before = await findPerson(tx, id);
    await tx.update(users).set({ role, updatedAt: sql`now()` }).where(eq(users.id, id));
    return { details: { from: before?.role, to: role } };
  },
);

/** For somebody who lost their phone: they sign in with the password alone and set up a new one. */
export const resetTwoFactor = personAction<ById>('person.two-factor-reset', async (_deps, tx, { id }, actor) => {
  await requireConfirmed(tx, { id: actor.loginId });
  await tx.delete(twoFactors).where(eq(twoFactors.userId, id));
  await tx.delete(passkeys).where(eq(passkeys.userId, id));
  await tx.update(users).set({ twoFactorEnabled: false, updatedAt: sql`now()` }).where(eq(users.id, id));
  return {};
});

export const endSignInsOf = personAction<ById>('person.sign-out', async (_deps, tx, { id }) => {
  const ended = await tx.delete(loginSessions).where(eq(loginSessions.userId, id)).returning({ id: loginSessions.id });
  return { details: { ended: ended.length } };
});

/** @throws Refusal `LAST_OWNER` while they are the only owner of a workspace with other members */
export const deletePerson = personAction<ById>('person.delete', async (deps, tx, { id }) => {
  const { deleteAfter, closed, events } = await closeAccount(deps, tx, id);
  const stopped = await suspendAccount(deps, tx, id);
  return { details: { deleteAfter, workspaces: closed }, events: [...events, ...stopped] };
});

export const cancelPersonDeletion = personAction<ById>('person.keep', async (deps, tx, { id }) => {
  const reopened = await reopenAccount(deps, tx, id);
  return { events: [...reopened, ...(await reinstateAccount(deps, tx, id))] };
});

import { entityId } from '@switchyard/contracts/entity';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { CLIENT_ADDRESS_HEADER } from '../../platform/http/headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  CAN_BE_ENTERED,
  ensureFirstWorkspace,
  findMembership,
  findWorkspace,
  toWorkspaceRole,
} from '../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { canBeSupported, canSupport } from './accounts.policy.ts';
import { loginSessions, users } from './accounts.schema.ts';
import { actorOfKey, findKeyInHeaders } from './keys/actor-of-key.ts';
import { readLoginToken } from './login-token.ts';
import { toRole } from './platform-role.ts';
import { findGrant } from './support/find-grant.ts';

/**
 * Resolves who makes a request: one indexed query, never cached, so that a sign-out takes effect at once in every
 * process. `x-workspace-id` names the workspace of a window, so that two windows can use different ones; without it,
 * the workspace chosen last. A platform admin or support with `x-supported-user-id` (and `x-supported-workspace-id`)
 * acts on behalf of that person, read-only, once they have given a reason. Programs send a key instead of a login
 * session.
 * @throws Refusal WORKSPACE_LEFT or TWO_FACTOR_NEEDED for a workspace that cannot be used, FORBIDDEN if anybody else
 * requests support mode, NOT_FOUND if there is no such person or membership
 */
export async function resolveActor(headers: Headers, platform: Platform): Promise<Actor | null> {
  const { db } = platform.database;
  const address = headers.get(CLIENT_ADDRESS_HEADER);
  const from = address === null ? {} : { address };
  const isSupport = headers.has('x-supported-user-id') || headers.has('x-supported-workspace-id');
  const key = findKeyInHeaders(headers);
  if (key !== null) {
    const program = await actorOfKey(db, key, headers);
    return program && { ...(isSupport ? await supportActor(program, headers, db) : program), ...from };
  }
  const token = await readLoginToken(headers, platform);
  if (token === null) return null;
  const actor = await findActor(db, token, isSupport ? null : headers.get('x-workspace-id'));
  return actor && { ...(isSupport ? await supportActor(actor, headers, db) : actor), ...from };
}

async function findActor(db: Db, token: string, ids: string | null): Promise<Actor | null> {
  if (ids !== null && !entityId.safeParse(ids).success) throw new Refusal('WORKSPACE_LEFT');
  const membership = db
    .select({ organizationId: workspaceMembers.organizationId, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .where(
      and(
        eq(workspaceMembers.userId, users.id),
        CAN_BE_ENTERED,
        ids === null ? undefined : eq(workspaceMembers.organizationId, ids),
      ),
    )
    .orderBy(
      sql`(${workspaceMembers.organizationId} is not distinct from ${loginSessions.activeOrganizationId}) desc`,
      workspaceMembers.createdAt,
      workspaceMembers.id,
    )
    .limit(1)
    .as('membership');
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      fullName: users.name,
      role: users.role,
      loginId: loginSessions.id,
      workspaceId: membership.organizationId,
      workspaceRole: membership.role,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .leftJoinLateral(membership, sql`true`)
    .where(and(eq(loginSessions.token, token), gt(loginSessions.expiresAt, sql`now()`), isNull(users.suspendedAt)));
  if (!row) return null;
  const { workspaceId, workspaceRole, role, ...person } = row;
  if (workspaceId === null && ids !== null) throw await membershipRefusal(db, person.userId, ids);
  const membershipOf =
    workspaceId === null
      ? await ensureFirstWorkspace(db, { id: person.userId, name: person.fullName })
      : { workspaceId, role: toWorkspaceRole(workspaceRole ?? '') };
  return {
    ...person,
    role: toRole(role),
    workspaceId: membershipOf.workspaceId,
    workspaceRole: membershipOf.role,
    onBehalfOf: null,
  };
}

async function membershipRefusal(db: Db, userId: string, workspaceId: string): Promise<Refusal> {
  const membership = await findMembership(db, userId, { workspaceId });
  if (!membership) return new Refusal('WORKSPACE_LEFT');
  const workspace = await findWorkspace(db, workspaceId);
  if (workspace?.suspendedAt) return new Refusal('WORKSPACE_LEFT', undefined, text('workspaceSuspended'));
  return new Refusal('TWO_FACTOR_NEEDED');
}

async function supportActor(actor: Actor, headers: Headers, db: Db): Promise<Actor> {
  const userId = headers.get('x-supported-user-id');
  const workspaceId = headers.get('x-supported-workspace-id') ?? undefined;
  if (!canSupport(actor)) throw new Refusal('FORBIDDEN', undefined, text('supportIsForAdmins'));
  const ids = [userId ?? '', workspaceId].filter((id) => id !== undefined);
  if (!ids.every((id) => entityId.safeParse(id).success)) throw noSuchPerson();
  const [person] = await db
    .select()
    .from(users)
    .where(eq(users.id, userId ?? ''));
  const membership = person && (await findMembership(db, person.id, { workspaceId }));
  if (!membership) throw noSuchPerson();
  const role = toRole(person.role);
  if (!canBeSupported({ role })) {
    throw new Refusal('FORBIDDEN', undefined, text('supportOfSupport'));
  }
  const who = { userId: person.id, workspaceId: membership.workspaceId };
  const grant = await findGrant(db, { ...who, adminId: actor.userId });
  if (!grant) {
    const workspaceName = (await findWorkspace(db, who.workspaceId))?.name ?? '';
    throw new Refusal('SUPPORT_REASON_NEEDED', { ...who, fullName: person.name, workspaceName });
  }
  return {
    ...actor,
    workspaceId: membership.workspaceId,
    workspaceRole: membership.role,
    onBehalfOf: { userId: person.id, email: person.email, fullName: person.name, role, ...grant },
  };
}

const noSuchPerson = () => new Refusal('NOT_FOUND', undefined, text('noSuchPerson'));

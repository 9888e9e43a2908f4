import type { Security } from '@switchyard/contracts/accounts/operations';
import { and, desc, eq, gt, type InferSelectModel, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { loginAccounts, loginSessions, twoFactors, users } from './accounts.schema.ts';
import { listPasskeys } from './passkeys.ts';

export type LoginSessionRow = InferSelectModel<typeof loginSessions>;

/** Login sessions of a person, latest first. */
export async function listSignIns(
  db: Db,
  userId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: LoginSessionRow[]; total: number }> {
  const isTheirs = and(eq(loginSessions.userId, userId), gt(loginSessions.expiresAt, sql`now()`));
  return pageOf(db, loginSessions, isTheirs, { limit, skip }, desc(loginSessions.createdAt), desc(loginSessions.id));
}

/** How a person's account is protected, and which of their workspaces require two-factor authentication. */
export async function readSecurity(
  db: Db,
  userId: string,
): Promise<Omit<Security, 'isAddressVerified'> & { isAddressVerified: boolean }> {
  const [person] = await db
    .select({ has: users.twoFactorEnabled, isAddressVerified: users.emailVerified, verified: twoFactors.verified })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, userId));
  const demanding = await db
    .select({ name: workspaces.name })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.organizationId))
    .where(and(eq(workspaceMembers.userId, userId), workspaces.demandsTwoFactor))
    .orderBy(workspaces.name);
  const withPassword = and(eq(loginAccounts.userId, userId), eq(loginAccounts.providerId, 'credential'));
  return {
    hasTwoFactor: person?.has === true && person.verified === true,
    hasPassword: (await db.$count(loginAccounts, withPassword)) > 0,
    isAddressVerified: person?.isAddressVerified === true,
    demandedBy: demanding.map(({ name }) => name),
    passkeys: (await listPasskeys(db, userId)).map(({ id, name, createdAt }) => ({
      _id: id,
      name: name ?? '',
      createdAt: createdAt.toISOString(),
    })),
  };
}

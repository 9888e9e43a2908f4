import { and, eq, sql } from 'drizzle-orm';
import type { DomainRule } from '../../../platform/config/config.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { admitMember, findMembership, lockWorkspace } from '../../workspaces/index.ts';
import { loginAccounts } from '../accounts.schema.ts';
import { PROVIDER_ID } from './provider-id.ts';

/**
 * On the first sign-in with the provider, makes a person a member of the workspace of their email domain. Later
 * sign-ins never do, so that removed members stay out.
 */
export async function joinByDomain(
  { database, events, log }: Platform,
  person: { userId: string; fullName: string },
  { domain, workspaceId, role }: DomainRule,
): Promise<void> {
  const { db } = database;
  const isNew = and(
    eq(loginAccounts.userId, person.userId),
    eq(loginAccounts.providerId, PROVIDER_ID),
    sql`${loginAccounts.createdAt} > now() - interval '1 minute'`,
  );
  if ((await db.$count(loginAccounts, isNew)) === 0) return;
  try {
    const joinEvents = await db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      if (await findMembership(tx, person.userId, { workspaceId })) return [];
      return admitMember(tx, { ...person, workspaceId, onBehalfOf: null }, workspaceId, role);
    });
    events.dispatch(joinEvents);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ domain, workspaceId }, 'OIDC_DOMAINS names a workspace that does not exist');
  }
}

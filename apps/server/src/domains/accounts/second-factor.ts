import { twoFactor } from 'better-auth/plugins';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, users } from './accounts.schema.ts';

/**
 * Two-factor authentication for every way to sign in; by default the plugin asks only after passwords. People without a
 * password set it up and disable it without one.
 */
export function secondFactor() {
  const plugin = twoFactor({ issuer: 'Switchyard', allowPasswordless: true });
  for (const hook of plugin.hooks.after) {
    const isAsked = hook.matcher;
    hook.matcher = (context) => isAsked(context) || context.path?.startsWith('/callback/') === true;
  }
  return plugin;
}

/** Whether the person of a login session has two-factor authentication. */
export async function hasFactor(db: Db, token: string): Promise<boolean> {
  const [person] = await db
    .select({ id: users.id })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(and(eq(loginSessions.token, token), eq(users.twoFactorEnabled, true)));
  return person !== undefined;
}

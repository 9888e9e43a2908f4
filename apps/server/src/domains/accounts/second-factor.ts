import { twoFactor } from 'better-auth/plugins';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { loginSessions, users } from './accounts.schema.ts';

/**
 * The second factor of who has set one up, whichever way they sign in: of itself the plugin asks after passwords only.
 * Who has no password sets it up, and ends it, without one.
 */
export function secondFactor() {
  const plugin = twoFactor({ issuer: 'Switchyard', allowPasswordless: true });
  for (const hook of plugin.hooks.after) {
    const isAsked = hook.matcher;
    hook.matcher = (context) => isAsked(context) || context.path?.startsWith('/callback/') === true;
  }
  return plugin;
}

/** Whether the person of a sign-in has a second factor. */
export async function hasFactor(db: Db, token: string): Promise<boolean> {
  const [person] = await db
    .select({ id: users.id })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(and(eq(loginSessions.token, token), eq(users.twoFactorEnabled, true)));
  return person !== undefined;
}

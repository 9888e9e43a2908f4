import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { users } from './accounts.schema.ts';

/** Closed when people sign in only through the provider. */
const PASSWORD_ROUTES = new Set(['/sign-up/email', '/request-password-reset', '/reset-password', '/change-password']);

/** Whether a password or passkey route is closed because passwords are off (`PASSWORD_SIGN_IN`). */
export const isSignInRouteClosed = ({ config }: Pick<Platform, 'config'>, path: string): boolean =>
  config.passwords === 'off' && (PASSWORD_ROUTES.has(path) || path.startsWith('/passkey/'));

/**
 * Replaces a password that does not count by an impossible one. While passwords are off, only those of platform admins
 * count, so that `npm run reset-admin` lets them in when the provider is down. Still trying one keeps response and
 * timing from revealing whether the address has an account.
 * @returns the body to sign in with
 */
export async function maskIgnoredPassword(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (config.passwords === 'on' || !('password' in body)) return body;
  const { email } = body;
  const isAdmin = and(eq(users.email, String(email).toLowerCase()), eq(users.role, 'admin'));
  return (await database.db.$count(users, isAdmin)) > 0 ? body : { ...body, password: randomUUID() };
}

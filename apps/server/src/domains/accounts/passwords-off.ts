import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { users } from './accounts.schema.ts';

/** Routes for passwords, which are closed when people sign in only through the provider. */
const PASSWORD_ROUTES = new Set(['/sign-up/email', '/request-password-reset', '/reset-password', '/change-password']);

/** Whether a route is closed because passwords are off (`PASSWORD_SIGN_IN`). */
export const isPasswordRouteClosed = ({ config }: Pick<Platform, 'config'>, path: string): boolean =>
  config.passwords === 'off' && (PASSWORD_ROUTES.has(path) || path.startsWith('/passkey/'));

/**
 * The password to try at a sign-in. While passwords are off, only those of platform admins count, so that `npm run
 * reset-admin` lets them in when the provider is down. For anybody else an impossible password is tried instead, so
 * that neither response nor timing reveals whether the address has an account.
 */
export async function candidatePasswords(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (config.passwords === 'on' || !('password' in body)) return body;
  const { email } = body;
  const isAdmin = and(eq(users.email, String(email).toLowerCase()), eq(users.role, 'admin'));
  return (await database.db.$count(users, isAdmin)) > 0 ? body : { ...body, password: randomUUID() };
}

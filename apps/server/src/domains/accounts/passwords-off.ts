import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { users } from './accounts.schema.ts';

/** Ways of people's own, which there are not where the provider alone says who comes in. */
const OWN = new Set(['/sign-up/email', '/request-password-reset', '/reset-password', '/change-password']);

/** Whether this is something that passwords would have to be on for (`PASSWORD_SIGN_IN`). */
export const isOff = ({ config }: Pick<Platform, 'config'>, path: string): boolean =>
  config.passwords === 'off' && (OWN.has(path) || path.startsWith('/passkey/'));

/**
 * What is tried at a sign-in with a password. Where passwords are off they count for admins of the platform, whom `npm
 * run reset-admin` lets in when the provider does not; of everybody else one that cannot be right is tried in its
 * place, so that nobody learns by the answer, or by how long it took, whose address it is.
 */
export async function passwordsThatCount(
  { config, database }: Pick<Platform, 'config' | 'database'>,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (config.passwords === 'on' || !('password' in body)) return body;
  const { email } = body;
  const isAdmin = and(eq(users.email, String(email).toLowerCase()), eq(users.role, 'admin'));
  return (await database.db.$count(users, isAdmin)) > 0 ? body : { ...body, password: randomUUID() };
}

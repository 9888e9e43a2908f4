import type { signUp } from '@switchyard/contracts/accounts/operations';
import type { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { findInvitation } from '../workspaces/index.ts';
import { isFirstAdminToken } from './first-admin.ts';

/**
 * Whether a person may create an account (`SIGNUP`): with the first-admin link while there is no admin; when sign-up is
 * by invitation, with a pending invitation to that very address; otherwise whenever sign-up is open.
 * @returns null if they may not
 */
export async function admitSignUp(
  { config, database, secret }: Pick<Platform, 'config' | 'database' | 'secret'>,
  { email, firstAdmin, invitation }: Pick<z.infer<typeof signUp>, 'email' | 'firstAdmin' | 'invitation'>,
): Promise<{ isFirstAdmin: boolean } | null> {
  const { db } = database;
  if (firstAdmin !== undefined)
    return (await isFirstAdminToken(db, secret, firstAdmin)) ? { isFirstAdmin: true } : null;
  if (config.signUp === 'open') return { isFirstAdmin: false };
  if (config.signUp === 'closed' || !invitation) return null;
  const found = await findInvitation(db, invitation);
  return found?.isOpen && found.email === email.toLowerCase() ? { isFirstAdmin: false } : null;
}

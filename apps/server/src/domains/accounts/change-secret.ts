import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { SecretChange } from '../../platform/seal.ts';
import { twoFactors } from './accounts.schema.ts';

/**
 * Re-encrypts two-factor secrets in better-auth's format; unreadable ones stay as they are. Everyone has to sign in
 * again.
 */
export async function changeSignInSecret(tx: Db, { from, to }: SecretChange): Promise<void> {
  if (from === null) return;
  const reencrypt = async (data: string) =>
    symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data }) });
  for (const { id, secret, backupCodes } of await tx.select().from(twoFactors).for('update')) {
    const factor = await Promise.all([reencrypt(secret), reencrypt(backupCodes)]).catch(() => null);
    if (!factor) continue;
    await tx.update(twoFactors).set({ secret: factor[0], backupCodes: factor[1] }).where(eq(twoFactors.id, id));
  }
}

import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { SecretChange } from '../../../platform/seal.ts';
import { oauthClients } from '../oauth.schema.ts';

/** Re-encrypts client secrets in better-auth's format; a client whose secret is unreadable has to register again. */
export async function changeClientSecrets(tx: Db, { from, to }: SecretChange): Promise<void> {
  if (from === null) return;
  const clients = await tx
    .select({ id: oauthClients.id, kept: oauthClients.clientSecret })
    .from(oauthClients)
    .where(isNotNull(oauthClients.clientSecret))
    .for('update');
  for (const { id, kept } of clients) {
    const secret = await symmetricDecrypt({ key: from, data: kept ?? '' }).catch(() => null);
    if (secret === null) continue;
    const clientSecret = await symmetricEncrypt({ key: to, data: secret });
    await tx.update(oauthClients).set({ clientSecret }).where(eq(oauthClients.id, id));
  }
}

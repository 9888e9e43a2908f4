import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';
import { engines } from './engines.schema.ts';

/** Seals engine credentials, each bound to its engine and name. If the secret changes, engines must be paired again. */
export const credentialSeal = (secret: string): Seal => new Seal(secret, 'engine credentials');

/** Re-encrypts the credentials. All pod tokens become invalid with the old secret, so each engine gets a new pod. */
export async function changeEngineSecret(tx: Db, change: SecretChange): Promise<void> {
  await resealColumn(tx, change, {
    table: 'engine_credentials',
    column: 'value',
    keys: ['engine_id', 'name'],
    boundTo: ['engine_id', 'name'],
    sealOf: credentialSeal,
  });
  await tx.update(engines).set({ tokenVersion: sql`${engines.tokenVersion} + 1` });
}

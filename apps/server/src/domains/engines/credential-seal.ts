import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';
import { engines } from './engines.schema.ts';

/**
 * Seals credentials of engines, each bound to its engine and name. With a changed secret the engines must be paired
 * again.
 */
export const credentialSeal = (secret: string): Seal => new Seal(secret, 'engine credentials');

/** Seals the credentials again. The tokens of all pods end with the earlier secret, so each engine gets a new pod. */
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

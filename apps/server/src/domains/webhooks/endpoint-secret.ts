import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';

const SECRET_START = 'whsec_';
const RANDOM_BYTES = 32;

/** A new secret in the format of Standard Webhooks. */
export const makeSecret = (): string => SECRET_START + randomBytes(RANDOM_BYTES).toString('base64');

/** The key bytes for signing. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_START.length), 'base64');

/** Seals webhook secrets, each bound to its webhook. */
export const secretSeal = (secret: string): Seal => new Seal(secret, 'webhook secrets');

/** Re-encrypts all webhook secrets. */
export async function changeWebhookSecret(tx: Db, change: SecretChange): Promise<void> {
  const column = { table: 'webhook_endpoints', keys: ['id'], boundTo: ['id'], sealOf: secretSeal };
  await resealColumn(tx, change, { ...column, column: 'secret' });
  await resealColumn(tx, change, { ...column, column: 'previous_secret' });
}

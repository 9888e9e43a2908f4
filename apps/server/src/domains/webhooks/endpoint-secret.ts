import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';

const SECRET_START = 'whsec_';
const RANDOM_BYTES = 32;

/** A new secret, as Standard Webhooks writes one. */
export const makeSecret = (): string => SECRET_START + randomBytes(RANDOM_BYTES).toString('base64');

/** The bytes that sign. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_START.length), 'base64');

/** Seals secrets of webhooks, each bound to its webhook. */
export const secretSeal = (secret: string): Seal => new Seal(secret, 'webhook secrets');

/** Seals the secrets of all webhooks again. */
export async function changeWebhookSecret(tx: Db, change: SecretChange): Promise<void> {
  const column = { table: 'webhook_endpoints', keys: ['id'], boundTo: ['id'], sealOf: secretSeal };
  await resealColumn(tx, change, { ...column, column: 'secret' });
  await resealColumn(tx, change, { ...column, column: 'previous_secret' });
}

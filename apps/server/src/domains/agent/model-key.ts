import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';

const keySeal = (secret: string): Seal => new Seal(secret, 'keys of language models');

/** Encrypts a workspace's model key; it cannot be moved to another workspace. */
export const sealKey = (secret: string, workspaceId: string, key: string): Buffer =>
  keySeal(secret).seal(key, workspaceId);

/** Returns null if it was sealed with another secret or for another workspace. */
export const openKey = (secret: string, workspaceId: string, sealed: Buffer): string | null =>
  keySeal(secret).open(sealed, workspaceId);

/** Re-seals the keys with a new secret. */
export const changeModelKeys = (tx: Db, change: SecretChange): Promise<void> =>
  resealColumn(tx, change, {
    table: 'agent_models',
    column: 'api_key',
    keys: ['workspace_id'],
    boundTo: ['workspace_id'],
    sealOf: keySeal,
  });

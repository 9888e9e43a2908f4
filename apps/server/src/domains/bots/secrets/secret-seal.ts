import type { Db } from '../../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../../platform/seal.ts';

/**
 * Seals bot secrets, each bound to its workspace and host. If the server's secret is replaced without a re-seal, they
 * must be entered again.
 */
export const secretSeal = (secret: string): Seal => new Seal(secret, 'secrets of bots');

/** Re-seals the secrets with a new key. */
export const changeBotSecrets = (tx: Db, change: SecretChange): Promise<void> =>
  resealColumn(tx, change, {
    table: 'bot_secrets',
    column: 'value',
    keys: ['id'],
    boundTo: ['workspace_id', 'host'],
    sealOf: secretSeal,
  });

/** A URL's host and port; null if the host depends on a variable or the URL is invalid. */
export function hostOf(url: string): string | null {
  const [origin = ''] = /^https?:\/\/[^/?#]+/i.exec(url.trim()) ?? [];
  return /[{}]/.test(origin) ? null : (URL.parse(origin)?.host ?? null);
}

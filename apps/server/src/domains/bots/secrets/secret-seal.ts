import type { Db } from '../../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../../platform/seal.ts';

/**
 * Seals secrets of bots, each bound to its workspace and host. With a changed secret of the server they must be given
 * again.
 */
export const secretSeal = (secret: string): Seal => new Seal(secret, 'secrets of bots');

/** Seals the secrets again. */
export const changeBotSecrets = (tx: Db, change: SecretChange): Promise<void> =>
  resealColumn(tx, change, {
    table: 'bot_secrets',
    column: 'value',
    keys: ['id'],
    boundTo: ['workspace_id', 'host'],
    sealOf: secretSeal,
  });

/** The host that an address leads to, with its port; null: that hangs on a variable, or it is no address. */
export function hostOf(url: string): string | null {
  const [origin = ''] = /^https?:\/\/[^/?#]+/i.exec(url.trim()) ?? [];
  return /[{}]/.test(origin) ? null : (URL.parse(origin)?.host ?? null);
}

import { sql } from 'drizzle-orm';
import webPush, { type VapidKeys } from 'web-push';
import type { Db } from '../../platform/database/database.ts';
import { resealColumn, Seal, type SecretChange } from '../../platform/seal.ts';
import { pushKeyPairs, pushSubscriptions } from './notifications.schema.ts';

const keySeal = (secret: string): Seal => new Seal(secret, 'push keys');

/**
 * The installation's keys for push services, generated on first use. If they become unreadable, new ones are generated,
 * and browsers have to subscribe again.
 */
export const pushKeys = (db: Db, secret: string): Promise<VapidKeys> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('push-keys'))`);
    const [known] = await tx.select().from(pushKeyPairs);
    const privateKey = known ? keySeal(secret).open(known.privateKey, known.publicKey) : null;
    if (known && privateKey !== null) return { publicKey: known.publicKey, privateKey };
    const created = webPush.generateVAPIDKeys();
    await tx.delete(pushSubscriptions);
    await tx.delete(pushKeyPairs);
    const sealed = keySeal(secret).seal(created.privateKey, created.publicKey);
    await tx.insert(pushKeyPairs).values({ publicKey: created.publicKey, privateKey: sealed });
    return created;
  });

/** The key that browsers subscribe with. */
export async function publicPushKey(db: Db, secret: string): Promise<string> {
  const [known] = await db.select({ publicKey: pushKeyPairs.publicKey }).from(pushKeyPairs);
  return known?.publicKey ?? (await pushKeys(db, secret)).publicKey;
}

/** Re-encrypts the private key. */
export const changePushKeys = (tx: Db, change: SecretChange): Promise<void> =>
  resealColumn(tx, change, {
    table: 'push_key_pairs',
    column: 'private_key',
    keys: ['public_key'],
    boundTo: ['public_key'],
    sealOf: keySeal,
  });

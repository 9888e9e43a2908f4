import { createHash, hkdfSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, type Db, STATEMENTS_WITHOUT_LIMIT } from './database/database.ts';
import { installations } from './database/installation.schema.ts';
import type { Log } from './logging/log.ts';
import type { SecretChange } from './seal.ts';
import { StartError } from './start-error.ts';

/** Value of `SECRET_PREVIOUS` when the earlier secret is lost: data sealed with it is abandoned. */
export const LOST = 'lost';

export interface Installation {
  id: string;
  secretGeneration: number;
}

/** The secret, and the value of SECRET_PREVIOUS. */
export interface Secrets {
  secret: string;
  previous: string | null;
}

/** The part of a domain that reseals its sealed data. */
interface SecretUser {
  changeSecret?: (tx: Db, change: SecretChange) => Promise<void>;
}

/** Any fixed number: advisory lock under which one server at a time checks or changes the secret. */
const SECRET_LOCK = 7_221_004;

export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 16)).toString('hex');

/**
 * Verifies that the database's data is sealed with this server's secret. A different secret is refused, because nothing
 * could be read with it. If the earlier secret is given, everything is resealed in one transaction, so that a start
 * that fails meanwhile changes nothing.
 * @throws StartError
 */
export async function openInstallation(
  { db }: Database,
  domains: readonly SecretUser[],
  { secret, previous }: Secrets,
  log: Log,
): Promise<Installation> {
  const to = fingerprintOf(secret);
  return db.transaction(async (tx) => {
    await tx.execute(STATEMENTS_WITHOUT_LIMIT);
    await tx.execute(sql`select pg_advisory_xact_lock(${SECRET_LOCK})`);
    const [installation] = await tx.select().from(installations);
    if (!installation) {
      // Same id as in earlier versions, whose pods may still be running.
      const id = createHash('sha256').update(`installation:${secret}`).digest('hex').slice(0, 16);
      await tx.insert(installations).values({ id, secretFingerprint: to });
      return { id, secretGeneration: 0 };
    }
    const { id, secretGeneration, secretFingerprint } = installation;
    if (secretFingerprint === to) return { id, secretGeneration };
    if (previous === null) {
      throw new StartError(
        'SECRET: the data in this database is sealed with another secret. Restore that one (SECRET, or the file `secret` in DATA_DIR), ' +
          'or set SECRET_PREVIOUS to it to have everything sealed again with the new one; see "The secret" in docs/SETTINGS.md',
      );
    }
    if (previous !== LOST && fingerprintOf(previous) !== secretFingerprint) {
      throw new StartError(
        'SECRET_PREVIOUS: the data in this database is sealed with neither this secret nor SECRET; nothing was changed',
      );
    }
    log.warn(
      previous === LOST ? 'the earlier secret is lost; what it sealed is discarded' : 'sealing everything again',
    );
    const from = previous === LOST ? null : previous;
    for (const domain of domains) await domain.changeSecret?.(tx, { from, to: secret });
    const next = { secretFingerprint: to, secretGeneration: secretGeneration + 1 };
    await tx.update(installations).set(next);
    log.info('the secret has changed; SECRET_PREVIOUS is no longer needed');
    return { id, secretGeneration: next.secretGeneration };
  });
}

import { createHash, hkdfSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, type Db, STATEMENTS_WITHOUT_LIMIT } from './database/database.ts';
import { installations } from './database/installation.schema.ts';
import type { Log } from './logging/log.ts';
import type { SecretChange } from './seal.ts';
import { StartError } from './start-error.ts';

/** `SECRET_PREVIOUS` of who has it no more: what was sealed with it is given up. */
export const LOST = 'lost';

export interface Installation {
  id: string;
  secretGeneration: number;
}

/** The secret, and what SECRET_PREVIOUS says of the one before. */
export interface Secrets {
  secret: string;
  previous: string | null;
}

/** A domain, as far as it keeps something sealed. */
interface SecretUser {
  changeSecret?: (tx: Db, change: SecretChange) => Promise<void>;
}

/** Any fixed number: the advisory lock under which one server looks at the secret, and changes it. */
const SECRET_LOCK = 7_221_003;

export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 16)).toString('hex');

/**
 * Makes sure that this server's secret is the one that the database's data is sealed with. Another one is refused, as
 * nothing could be read with it, unless the earlier one is told: then everything is sealed again, in one transaction,
 * so that a start that dies meanwhile has changed nothing.
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
    const [known] = await tx.select().from(installations);
    if (!known) {
      // As earlier versions named it, whose pods may still run.
      const id = createHash('sha256').update(`installation:${secret}`).digest('hex').slice(0, 16);
      await tx.insert(installations).values({ id, secretFingerprint: to });
      return { id, secretGeneration: 0 };
    }
    const { id, secretGeneration, secretFingerprint } = known;
    if (secretFingerprint === to) return { id, secretGeneration };
    if (previous === null) {
      throw new StartError(
        'SECRET: the data in this database is sealed with another secret. Put that one back (SECRET, or the file `secret` in DATA_DIR), ' +
          'or give it as SECRET_PREVIOUS to have everything sealed again with the new one; see "The secret" in docs/SETTINGS.md',
      );
    }
    if (previous !== LOST && fingerprintOf(previous) !== secretFingerprint) {
      throw new StartError(
        'SECRET_PREVIOUS: the data in this database is sealed with neither this secret nor SECRET; nothing was changed',
      );
    }
    log.warn(previous === LOST ? 'the earlier secret is lost; what it sealed is given up' : 'sealing everything again');
    const from = previous === LOST ? null : previous;
    for (const domain of domains) await domain.changeSecret?.(tx, { from, to: secret });
    const next = { secretFingerprint: to, secretGeneration: secretGeneration + 1 };
    await tx.update(installations).set(next);
    log.info('the secret has changed; SECRET_PREVIOUS is not needed any more');
    return { id, secretGeneration: next.secretGeneration };
  });
}

import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type BackupState, readBackupState } from '../backup/backup-state.ts';
import type { Platform } from '../platform.ts';

/** `none`: this server has no such part. */
export type PartState = 'ok' | 'away' | 'failing' | 'full' | 'late' | 'none';
export type HealthDeps = Record<'database' | 'writes' | 'disk' | 'broker' | 'cluster' | 'backup', PartState>;

/** Whoever asks meanwhile hears the same: what is asked by anybody must cost nothing. */
const SAME_FOR_MS = 1_000;
/** What is dearer: a write, a call to another machine. */
const DEAR_SAME_FOR_MS = 5_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** PostgreSQL writes its log in files of 16 MB, and the next few must fit. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Asks each part how it is. The answers never take longer than two seconds and are those of the last seconds. */
export function watchParts(platform: Platform): () => Promise<{ parts: HealthDeps; backedUpAt: string | null }> {
  const { database, broker, cluster, config } = platform;
  const databaseState = kept(SAME_FOR_MS, 'away', () => database.pool.query('select 1'));
  const writes = kept(DEAR_SAME_FOR_MS, 'failing', () => tryToWrite(platform));
  const disk = kept(SAME_FOR_MS, 'full', () => hasSpace(config.dataDir));
  const clusterState = kept(DEAR_SAME_FOR_MS, 'away', async () => cluster?.client.get('/version'));
  let backup: BackupState = { state: 'none', madeAt: null, failure: null };
  const backupRead = kept(DEAR_SAME_FOR_MS, 'away', async () => {
    backup = await readBackupState(database);
  });
  return async () => {
    const asked = Promise.all([databaseState(), writes(), disk(), clusterState(), backupRead()]);
    const [one, two, three, four] = await asked;
    const parts: HealthDeps = {
      database: one,
      writes: one === 'ok' ? two : 'failing',
      disk: three,
      broker: broker.connected() ? 'ok' : 'away',
      cluster: cluster ? four : 'none',
      backup: config.backupDir === null ? 'none' : backup.state,
    };
    return { parts, backedUpAt: backup.madeAt?.toISOString() ?? null };
  };
}

/**
 * `ok` or, when `ask` fails or is late, `otherwise`; asked anew when the last answer is old, by however many at once.
 */
function kept(sameForMs: number, otherwise: PartState, ask: () => Promise<unknown>): () => Promise<PartState> {
  let answer: Promise<PartState> | null = null;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (answer !== null && performance.now() - answeredAtMs < sameForMs) return answer;
    answeredAtMs = Number.POSITIVE_INFINITY;
    let timer: NodeJS.Timeout;
    const late = new Promise<PartState>((resolve) => {
      timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, otherwise);
    });
    const asked = ask().then(
      (): PartState => 'ok',
      (): PartState => otherwise,
    );
    answer = Promise.race([asked, late]).finally(() => {
      clearTimeout(timer);
      answeredAtMs = performance.now();
    });
    return answer;
  };
}

/**
 * A commit that reaches the log of the database, and a sort that does not fit into its memory: what a full disk, a
 * standby and a read-only database refuse. It leaves nothing behind in any table.
 */
async function tryToWrite({ database }: Platform): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select one from generate_series(1, 20000) one order by -one offset 20000`);
    const { rows } = await tx.execute<{ read_only: string }>(
      sql`select current_setting('transaction_read_only') as read_only, pg_logical_emit_message(true, 'switchyard', 'health')`,
    );
    if (rows[0]?.read_only !== 'off') throw new Error('the database is read-only');
  });
}

async function hasSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error('the disk is full');
}

import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type BackupState, readBackupState } from '../backup/backup-state.ts';
import type { Platform } from '../platform.ts';

/** `none`: this server has no such part. */
export type PartState = 'ok' | 'away' | 'failing' | 'full' | 'late' | 'none';
export type HealthDeps = Record<'database' | 'writes' | 'disk' | 'broker' | 'cluster' | 'backup', PartState>;

/** Calls within this time share a result: a check that anybody may request must cost nothing. */
const CACHE_MS = 1_000;
/** For costly checks: a write, or a call to another machine. */
const COSTLY_CACHE_MS = 5_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** PostgreSQL writes its WAL in files of 16 MB, and the next few must fit. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Checks each part. The results are at most a few seconds old and never take longer than two seconds. */
export function watchParts(platform: Platform): () => Promise<{ parts: HealthDeps; backedUpAt: string | null }> {
  const { broker, config } = platform;
  const databaseState = cached(CACHE_MS, 'away', () => platform.database.pool.query('select 1'));
  const writeState = cached(COSTLY_CACHE_MS, 'failing', () => tryToWrite(platform));
  const diskState = cached(CACHE_MS, 'full', () => hasSpace(config.dataDir));
  const clusterState = cached(COSTLY_CACHE_MS, 'away', async () => platform.cluster?.client.get('/version'));
  let backup: BackupState = { state: 'none', madeAt: null, failure: null };
  const readBackup = cached(COSTLY_CACHE_MS, 'away', async () => {
    backup = await readBackupState(platform.database);
  });
  return async () => {
    const checks = Promise.all([databaseState(), writeState(), diskState(), clusterState(), readBackup()]);
    const [database, writes, disk, cluster] = await checks;
    const parts: HealthDeps = {
      database,
      writes: database === 'ok' ? writes : 'failing',
      disk,
      broker: broker.connected() ? 'ok' : 'away',
      cluster: platform.cluster ? cluster : 'none',
      backup: config.backupDir === null ? 'none' : backup.state,
    };
    return { parts, backedUpAt: backup.madeAt?.toISOString() ?? null };
  };
}

/** `ok`, or `otherwise` if `check` fails or times out. The result is cached, and calls during a check share it. */
function cached(cacheMs: number, otherwise: PartState, check: () => Promise<unknown>): () => Promise<PartState> {
  let result: Promise<PartState> | null = null;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (result !== null && performance.now() - checkedAtMs < cacheMs) return result;
    checkedAtMs = Number.POSITIVE_INFINITY;
    let timer: NodeJS.Timeout;
    const late = new Promise<PartState>((resolve) => {
      timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, otherwise);
    });
    const checked = check().then(
      (): PartState => 'ok',
      (): PartState => otherwise,
    );
    result = Promise.race([checked, late]).finally(() => {
      clearTimeout(timer);
      checkedAtMs = performance.now();
    });
    return result;
  };
}

/**
 * Commits to the database's WAL and sorts more than fits into its memory: a full disk, a standby and a read-only
 * database refuse that. Leaves nothing behind in any table.
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

import type { Database } from '../database/database.ts';

export interface BackupState {
  /**
   * `none`: there is no backup. `late`: none of the last night. `failing`: the nightly one has failed since the last.
   */
  state: 'ok' | 'none' | 'late' | 'failing';
  /** Of the last one; null: there is none. */
  madeAt: Date | null;
  /** Why the nightly one failed. */
  failure: string | null;
}

/** A night's backup, and half a day for it to be noticed. */
const MAX_AGE_HOURS = 36;

export async function readBackupState({ pool }: Database): Promise<BackupState> {
  const { rows } = await pool.query<BackupState>(
    `select backed_up_at as "madeAt", backup_failure as failure, case
        when backup_failed_at > coalesce(backed_up_at, '-infinity') then 'failing'
        when backed_up_at is null then 'none'
        when backed_up_at < now() - make_interval(hours => $1) then 'late' else 'ok' end as state
      from installations`,
    [MAX_AGE_HOURS],
  );
  return rows[0] ?? { state: 'none', madeAt: null, failure: null };
}

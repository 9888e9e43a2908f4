import type { Database } from '../database/database.ts';

export interface BackupState {
  /**
   * `none`: there is no backup. `late`: no backup was made last night. `failing`: the nightly backup has failed since
   * the last good one.
   */
  state: 'ok' | 'none' | 'late' | 'failing';
  /** Time of the last backup; null if there is none. */
  madeAt: Date | null;
  /** Why the nightly backup failed. */
  failure: string | null;
}

/** One night, plus half a day for a person to notice. */
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

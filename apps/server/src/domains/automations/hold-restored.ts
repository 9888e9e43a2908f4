import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';

/**
 * After a backup was restored: pending runs, and automations on dates or schedules, may have run since. Skips the runs
 * and pauses the automations.
 * @returns counts, as sentences
 */
export async function holdRestored(tx: Db): Promise<string[]> {
  const { rows: runs } = await tx.execute(sql`
    update automation_runs set state = 'skipped', ended_at = now() where state = 'pending' returning id`);
  const { rows: paused } = await tx.execute(sql`
    update automations set is_active = false, next_at = null where is_active and kind in ('schedule', 'dateReached') returning id`);
  return [
    ...(runs.length === 0
      ? []
      : [`${runs.length} runs of automations may have ended since the backup: they are skipped`]),
    ...(paused.length === 0
      ? []
      : [`${paused.length} automations on dates or schedules may have run since the backup: they are paused`]),
  ];
}

import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';

const INTERVAL_MS = 10_000;
/** Below this number of rows, counting is as fast as with a single row. */
const MANY_ROWS = 500;

/** Combines the tallies of workspaces with many rows. Safe on several workers at once. */
export const foldTallies = async (db: Db, manyRows = MANY_ROWS): Promise<void> => {
  await db.execute(sql`
    with gone as (
      delete from conversation_tallies where workspace_id in (
        select workspace_id from conversation_tallies group by workspace_id having count(*) > ${manyRows})
      returning *)
    insert into conversation_tallies (workspace_id, status, team_id, assignee_id, count)
    select workspace_id, status, team_id, assignee_id, sum(count) from gone
    group by workspace_id, status, team_id, assignee_id having sum(count) <> 0`);
};

/** Folds tallies until stopped. Role `worker`. */
export const startFolding = ({ database, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      await foldTallies(database.db);
    } catch (error) {
      log.warn({ err: error }, 'inbox counts could not be folded');
    }
    return INTERVAL_MS;
  });

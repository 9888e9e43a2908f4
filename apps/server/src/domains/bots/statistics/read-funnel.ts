import type { FunnelStep } from '@switchyard/contracts/bots/operations';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** How often conversations reached each node of a bot, including rows not folded yet. */
export async function readFunnel(db: Db, botId: string): Promise<FunnelStep[]> {
  const { rows } = await db.execute<{ nodeId: string; entered: number }>(sql`
    select node_id as "nodeId", sum(entered)::float8 as entered from (
      select node_id, entered from bot_node_counts where bot_id = ${botId}
      union all
      select substr(entry.key, 6), entry.value::bigint from bot_statistics_news news, jsonb_each_text(news.counts) entry
      where news.bot_id = ${botId} and entry.key like 'node:%'
    ) counted group by node_id order by 2 desc, 1`);
  return rows;
}

import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** All figures: the daily ones, and those not folded in yet. */
export const FIGURES = sql`(
  select day, name, count from bot_statistics
  union all
  select (news.at at time zone 'UTC')::date, entry.key, entry.value::bigint from bot_statistics_news news, jsonb_each_text(news.counts) entry
  where entry.key not like 'node:%'
)`;

/** The all-time count of this name. */
export async function countOf(db: Db, name: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(count), 0)::float8 as count from ${FIGURES} figures where name = ${name}`);
  return rows[0]?.count ?? 0;
}

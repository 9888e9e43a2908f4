import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';

/** What figures are read from: those of days, and what is not folded into them yet. */
export const FIGURES = sql`(
  select day, name, count from bot_statistics
  union all
  select (news.at at time zone 'UTC')::date, one.key, one.value::bigint from bot_statistics_news news, jsonb_each_text(news.counts) one
)`;

/** How often something of this name happened, of all time. */
export async function countOf(db: Db, name: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(count), 0)::float8 as count from ${FIGURES} figures where name = ${name}`);
  return rows[0]?.count ?? 0;
}

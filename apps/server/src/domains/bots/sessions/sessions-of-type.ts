import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { countOf } from '../statistics/counts.ts';

/**
 * One page of the sessions that saw a type, or an event and a process, newest first, from an index alone. The total is
 * a stored figure; a page in the second half is read from the end, so that the last page costs as much as the first.
 * @param types one type, or the event's and the process's
 */
export async function sessionsOfType(
  db: Db,
  types: readonly [string] | readonly [string, string],
  { limit, skip }: { limit: number; skip: number },
): Promise<{ ids: string[]; total: number }> {
  const [type, other] = types;
  const total = await countOf(db, `filter:${types.join('+')}`);
  const place = pagePosition({ limit, skip }, total);
  const sawOther =
    other === undefined
      ? sql``
      : sql`and exists (select from bot_session_types other where other.type = ${other} and other.session_id = seen.session_id)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select session_id as id from bot_session_types seen where type = ${type} ${sawOther}
    order by session_id ${sql.raw(place.isFromEnd ? 'asc' : 'desc')} limit ${place.limit} offset ${place.offset}`);
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * Where to read a page of a list: pages in the second half are read from the end, in reverse order, so that the last
 * page costs as much as the first.
 */
export function pagePosition(
  { limit, skip }: { limit: number; skip: number },
  total: number,
): { limit: number; offset: number; isFromEnd: boolean } {
  if (skip <= total / 2) return { limit, offset: skip, isFromEnd: false };
  return {
    limit: Math.min(limit, Math.max(0, total - skip)),
    offset: Math.max(0, total - skip - limit),
    isFromEnd: true,
  };
}

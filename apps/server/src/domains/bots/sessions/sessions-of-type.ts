import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { countOf } from '../statistics/counts.ts';

/**
 * A page of the sessions that saw a type, or an event and a process, newest first, by an index alone. The total is a
 * figure kept as events arrive; a page in the latter half is reached from the end, so that the last page costs what the
 * first does.
 * @param types one, or the event's and the process's
 */
export async function sessionsOfType(
  db: Db,
  types: readonly [string] | readonly [string, string],
  { limit, skip }: { limit: number; skip: number },
): Promise<{ ids: string[]; total: number }> {
  const [type, other] = types;
  const total = await countOf(db, `filter:${types.join('+')}`);
  const place = placeOf({ limit, skip }, total);
  const sawOther =
    other === undefined
      ? sql``
      : sql`and exists (select from bot_session_types other where other.type = ${other} and other.session_id = one.session_id)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select session_id as id from bot_session_types one where type = ${type} ${sawOther}
    order by session_id ${sql.raw(place.isFromEnd ? 'asc' : 'desc')} limit ${place.limit} offset ${place.offset}`);
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * Where a page of a list is read: one in the latter half from the end, in the other order, so that the last page costs
 * what the first does.
 */
export function placeOf(
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

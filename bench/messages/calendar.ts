import { readCalendar } from '../../apps/server/src/domains/messages/read/read-calendar.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

/** A month as shown on the screen, with adjacent days; about 57,000 of a million messages. */
const MONTH = { from: '2027-03-01', days: 42, zone: 'UTC', cell: 'day' } as const;
const SHOWN_PER_DAY = 12;

export const queryCalendar = ({ db }: Database, workspaceId: string) =>
  readCalendar(db, { userId: null, fullName: 'bench', workspaceId, onBehalfOf: null }, MONTH);

/** Whether any day's count or messages differ from plain SQL. */
export async function calendarIsWrong(database: Database, workspaceId: string): Promise<boolean> {
  const { cells, total } = await queryCalendar(database, workspaceId);
  const { rows } = await database.pool.query<{ day: string; count: number; ids: string[] }>(
    `select day, max(count)::int as count, array_agg(id order by due_at, id) filter (where place <= ${SHOWN_PER_DAY}) as ids from (
       select id, due_at, day, count(*) over (partition by day) as count, row_number() over (partition by day order by kind, due_at, id) as place
       from (
         select id, due_at, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           case when status in ('failed', 'unknown') then 0 when status in ('pending', 'sending') then 1 else 2 end as kind
         from messages where workspace_id = $1 and not deleted and due_at >= $2 and due_at < $2::timestamptz + interval '${MONTH.days} days'
       ) due
     ) placed group by day order by day`,
    [workspaceId, `${MONTH.from}T00:00:00Z`],
  );
  const expected = rows.map(({ day, count, ids }) => `${day} ${count} ${ids.join()}`);
  const actual = cells.map(({ at, count, rows: shown }) => `${at} ${count} ${shown.map(({ id }) => id).join()}`);
  return expected.join(';') !== actual.join(';') || total !== rows.reduce((sum, { count }) => sum + count, 0);
}

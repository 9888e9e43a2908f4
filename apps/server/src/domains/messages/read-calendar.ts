import { CALENDAR_CELLS, type CalendarCell, type CalendarCellKind } from '@switchyard/contracts/message-calendar';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../platform/database/database.ts';
import { filtersOf, type MessageFilter } from './list-messages.ts';
import type { MessageRow } from './messages.present.ts';
import { messages } from './messages.schema.ts';

/** Some days from `from` (`YYYY-MM-DD`) on, on the clocks of a zone. */
interface Window {
  from: string;
  days: number;
  zone: string;
  cell: CalendarCellKind;
}

type Cell = Omit<CalendarCell, 'messages'> & { rows: MessageRow[] };

/**
 * A workspace's messages due in a window: for each hour or day how many, and as many of them as a cell is told with. Whatever shows the window shows it from here, so no view knows of
 * a message that another does not.
 * @throws `INVALID` for an unknown status
 */
export async function readCalendar(
  db: Db,
  workspaceId: string,
  { from, days, zone, cell, ...filter }: MessageFilter & Window,
): Promise<{ cells: Cell[]; total: number }> {
  const parts = partsOf({ from, days, zone, cell });
  const [first, last] = [parts[0]?.dueFrom ?? '', parts.at(-1)?.dueTo ?? ''];
  const matches = and(
    eq(messages.workspaceId, workspaceId),
    eq(messages.deleted, false),
    gte(messages.dueAt, new Date(first)),
    lt(messages.dueAt, new Date(last)),
    ...filtersOf(filter),
  );
  const bounds = sql`${sql.param(parts.map(({ dueFrom }) => dueFrom))}::timestamptz[]`;
  // By instants and not by the database's clocks: which zones it knows, and since when, is its own affair.
  const { rows: told } = await db.execute<{ id: string; part: number; count: number }>(sql`
    select id, part, count from (
      select id, due_at, part, (count(*) over (partition by part))::int as count,
        row_number() over (partition by part order by over, due_at, id) as place
      from (
        select ${messages.id} as id, ${messages.dueAt} as due_at, width_bucket(${messages.dueAt}, ${bounds}) as part,
          case when ${messages.status} in ('failed', 'unknown') then 0 when ${messages.status} in ('pending', 'sending') then 1 else 2 end as over
        from ${messages} where ${matches}
      ) in_sight
    ) placed
    where place <= ${CALENDAR_CELLS[cell].messages} order by part, due_at, id`);
  const ids = told.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await db.select().from(messages).where(inArray(messages.id, ids));
  const rows = new Map(found.map((row) => [row.id, row]));
  const cells = [...Map.groupBy(told, ({ part }) => part)].flatMap(([part, inPart]) => {
    const start = parts[part - 1];
    const count = inPart[0]?.count ?? 0;
    return start ? [{ ...start, count, rows: inPart.flatMap(({ id }) => rows.get(id) ?? []) }] : [];
  });
  return { cells, total: cells.reduce((sum, { count }) => sum + count, 0) };
}

/** The parts of a window. Where clocks jump forward a part may have no length; where they go back one has both of its hours. */
function partsOf({ from, days, zone, cell }: Window): Omit<CalendarCell, 'count' | 'messages'>[] {
  const midnight = Temporal.PlainDate.from(from).toPlainDateTime();
  const hours = cell === 'hour' ? 1 : 24;
  const starts = Array.from({ length: (days * 24) / hours + 1 }, (_, at) => midnight.add({ hours: at * hours }));
  const instants = starts.map(
    (start) => start.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
  );
  // A zone that leaves a day out maps its hours beyond the next midnight.
  for (let at = instants.length - 2; at >= 0; at -= 1) {
    instants[at] = Math.min(instants[at] as number, instants[at + 1] as number);
  }
  const told = instants.map((instant) => new Date(instant).toISOString());
  return starts.slice(0, -1).map((start, at) => ({
    at: start.toString().slice(0, cell === 'hour' ? 16 : 10),
    dueFrom: told[at] ?? '',
    dueTo: told[at + 1] ?? '',
  }));
}

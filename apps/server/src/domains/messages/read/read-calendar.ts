import { CALENDAR_CELLS, type CalendarCell, type CalendarCellKind } from '@switchyard/contracts/messages/calendar';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../platform/database/database.ts';
import { filtersOf, type MessageFilter, readStatuses, searchesTexts } from '../list/message-filter.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy, type Reader } from '../sight.ts';

/** A number of days from `from` (`YYYY-MM-DD`), in wall-clock time of a zone. */
interface Window {
  from: string;
  days: number;
  zone: string;
  cell: CalendarCellKind;
}

/** Display priority in a crowded cell: messages that may still need action come first. */
const PRIORITIES: Record<MessageStatus, number> = {
  failed: 0,
  unknown: 0,
  pending: 1,
  sending: 1,
  sent: 2,
  cancelled: 2,
};

type Cell = Omit<CalendarCell, 'messages'> & { rows: MessageRow[] };

/**
 * Reads the messages due in a window: for each hour or day the count, and as many messages as a cell shows. Every
 * calendar view uses this, so that none shows a message that another lacks.
 * @throws `INVALID` for an unknown status, `SUPPORT_NO_TEXTS`
 */
export async function readCalendar(
  db: Db,
  actor: Reader,
  { from, days, zone, cell, ...filter }: MessageFilter & Window,
): Promise<{ dueFrom: string; dueTo: string; total: number; cells: Cell[] }> {
  const seen = await messagesSeenBy(db, actor);
  const parts = partsOf({ from, days, zone, cell });
  const [dueFrom, dueTo] = [parts[0]?.dueFrom ?? '', parts.at(-1)?.dueTo ?? ''];
  const inPart = and(
    eq(messages.workspaceId, actor.workspaceId),
    eq(messages.deleted, false),
    sql`${messages.status} = kind.status and ${messages.dueAt} >= parts.due_from and ${messages.dueAt} < parts.due_to`,
    ...filtersOf({ ...filter, seen }, searchesTexts(actor, filter)),
  );
  const spans = sql`unnest(${sql.param(parts.map(({ dueFrom }) => dueFrom))}::timestamptz[], ${sql.param(parts.map(({ dueTo }) => dueTo))}::timestamptz[])`;
  const kinds = sql.join(
    readStatuses(filter.status).map((status) => sql`(${status}, ${PRIORITIES[status]}::int)`),
    sql`, `,
  );
  // Uses instants, since the database may know other zones than this process. Each part is queried per status, so that
  // an index serves both its count and its first messages.
  const { rows: shown } = await db.execute<{ id: string; part: number; count: number }>(sql`
    select id, part, count from (
      select first.id, first.due_at, parts.place::int as part, (sum(first.count) filter (where first.at = 1) over (partition by parts.place))::int as count,
        row_number() over (partition by parts.place order by kind.place, first.due_at, first.id) as place
      from ${spans} with ordinality as parts (due_from, due_to, place) cross join (values ${kinds}) as kind (status, place) cross join lateral (
        select counted.count, shown.id, shown.due_at, shown.at from (
          select count(*) as count from ${messages} where ${inPart}
        ) counted cross join lateral (
          select ${messages.id} as id, ${messages.dueAt} as due_at, row_number() over (order by ${messages.dueAt}, ${messages.id}) as at
          from ${messages} where counted.count > 0 and ${inPart} order by ${messages.dueAt}, ${messages.id} limit ${CALENDAR_CELLS[cell].messages}
        ) shown
      ) first
    ) placed
    where place <= ${CALENDAR_CELLS[cell].messages} order by part, due_at, id`);
  const ids = shown.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await db.select().from(messages).where(inArray(messages.id, ids));
  const rows = new Map(found.map((row) => [row.id, row]));
  const cells = [...Map.groupBy(shown, ({ part }) => part)].flatMap(([part, inPart]) => {
    const start = parts[part - 1];
    const count = inPart[0]?.count ?? 0;
    return start ? [{ ...start, count, rows: inPart.flatMap(({ id }) => rows.get(id) ?? []) }] : [];
  });
  return { dueFrom, dueTo, cells, total: cells.reduce((sum, { count }) => sum + count, 0) };
}

/**
 * Splits a window into parts. A part may have no length where clocks jump forward; where they go back, one covers both
 * hours.
 */
function partsOf({ from, days, zone, cell }: Window): Omit<CalendarCell, 'count' | 'messages'>[] {
  const midnight = Temporal.PlainDate.from(from).toPlainDateTime();
  const hours = cell === 'hour' ? 1 : 24;
  const starts = Array.from({ length: (days * 24) / hours + 1 }, (_, at) => midnight.add({ hours: at * hours }));
  const instants = starts.map(
    (start) => start.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
  );
  // A zone that skips a day maps its hours past the next midnight.
  for (let at = instants.length - 2; at >= 0; at -= 1) {
    instants[at] = Math.min(instants[at] as number, instants[at + 1] as number);
  }
  const bounds = instants.map((instant) => new Date(instant).toISOString());
  return starts.slice(0, -1).map((start, at) => ({
    at: start.toString().slice(0, cell === 'hour' ? 16 : 10),
    dueFrom: bounds[at] ?? '',
    dueTo: bounds[at + 1] ?? '',
  }));
}

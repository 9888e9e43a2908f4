import type {
  InboxReport,
  ReportFigure,
  ReportRange,
  ReportRow,
  ReportRowsQuery,
} from '@switchyard/contracts/inbox/reports';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sightOf } from '../messages/index.ts';
import { findWorkspace } from '../workspaces/index.ts';

type Range = Pick<ReportRange, 'from' | 'to'> & { zone: string };
const DAY_MS = 86_400_000;

/** Which events a figure counts. */
const COUNTED: Record<Exclude<ReportFigure, 'incoming'>, string> = {
  opened: `e.kind in ('opened', 'reopened')`,
  resolved: `e.kind = 'resolved'`,
  answered: `e.kind = 'answered'`,
  firstResponse: `e.kind = 'answered' and e.is_first`,
  resolution: `e.kind = 'resolved' and e.business_ms is not null`,
  rated: `e.kind = 'rated'`,
};
const countOf = (figure: keyof typeof COUNTED) => sql.raw(`count(*) filter (where ${COUNTED[figure]})::int`);
const shareOf = (share: number, figure: keyof typeof COUNTED) =>
  sql.raw(`percentile_cont(${share}) within group (order by e.business_ms) filter (where ${COUNTED[figure]})`);

const isWithin = (column: string, { from, to, zone }: Range): SQL => sql`
  ${sql.raw(column)} >= ${from}::date::timestamp at time zone ${zone}::text
  and ${sql.raw(column)} < (${to}::date + 1)::timestamp at time zone ${zone}::text`;

/** Messages `r` from customers in conversations `c` that the reader may see. */
const incomingIn = (workspaceId: string, sight: string, range: Range): SQL => sql`
  from received_messages r join engines g on g.id = r.engine_id
  join conversations c on c.engine_id = r.engine_id and c.chat = r.chat
  where g.workspace_id = ${workspaceId} and r.kind not in ('reaction', 'vote')
    and not coalesce(r.from_me, r.writer is not distinct from g.phone_number)
    and ${isWithin('r.written_at', range)} and ${sql.raw(sight)}`;

async function rangeOf(db: Db, { workspaceId }: Actor, { from, to, zone }: ReportRange): Promise<Range> {
  if (zone) return { from, to, zone };
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  return { from, to, zone: workspace.zone };
}

const daysOf = ({ from, to }: Range): string[] => {
  const firstMs = Date.parse(from);
  const count = (Date.parse(to) - firstMs) / DAY_MS + 1;
  return Array.from({ length: count }, (_, day) => new Date(firstMs + day * DAY_MS).toISOString().slice(0, 10));
};

interface GroupedFigures extends Record<string, unknown> {
  by: 'all' | 'day' | 'person' | 'team';
  day: string | null;
  person: string | null;
  person_name: string | null;
  team: string | null;
  team_name: string | null;
  opened: number;
  resolved: number;
  answered: number;
  first_count: number;
  first_median: number | null;
  first_p90: number | null;
  resolution_count: number;
  resolution_median: number | null;
  resolution_p90: number | null;
  rating_count: number;
  rating_average: number | null;
}

const workOf = (row: GroupedFigures) => ({
  answered: row.answered,
  resolved: row.resolved,
  firstResponse: { count: row.first_count, medianMs: row.first_median, p90Ms: row.first_p90 },
  resolution: { count: row.resolution_count, medianMs: row.resolution_median, p90Ms: row.resolution_p90 },
  rating: { count: row.rating_count, average: row.rating_average },
});

const NO_WORK = {
  answered: 0,
  resolved: 0,
  firstResponse: { count: 0, medianMs: null, p90Ms: null },
  resolution: { count: 0, medianMs: null, p90Ms: null },
  rating: { count: 0, average: null },
};

/**
 * What happened in the conversations that the reader may see.
 * @param keptDays retention of incoming messages; null for unlimited
 */
export async function readReport(
  db: Db,
  actor: Actor,
  query: ReportRange,
  keptDays: number | null,
): Promise<InboxReport> {
  const range = await rangeOf(db, actor, query);
  const { zone } = range;
  const { workspaceId } = actor;
  const sight = (await sightOf(db, actor)) ?? 'true';
  const dayOf = (column: string) =>
    sql`to_char(${sql.raw(column)} at time zone ${sql.raw(quoted(zone))}, 'YYYY-MM-DD')`;
  const { rows } = await db.execute<GroupedFigures>(sql`
    with grouped as (
      select case when grouping(day) = 0 then 'day' when grouping(actor_id) = 0 then 'person' when grouping(team_id) = 0 then 'team' else 'all' end as by,
        day, actor_id as person, team_id as team, ${countOf('opened')} as opened, ${countOf('resolved')} as resolved,
        ${countOf('answered')} as answered, ${countOf('firstResponse')} as first_count, ${shareOf(0.5, 'firstResponse')} as first_median,
        ${shareOf(0.9, 'firstResponse')} as first_p90, ${countOf('resolution')} as resolution_count,
        ${shareOf(0.5, 'resolution')} as resolution_median, ${shareOf(0.9, 'resolution')} as resolution_p90,
        ${countOf('rated')} as rating_count, avg(e.score)::float8 as rating_average
      from (
        select e.kind, e.actor_id, e.team_id, e.business_ms, e.is_first, ${dayOf('e.created_at')} as day,
          case when e.kind = 'rated' then (e.details->>'name')::int end as score
        from conversation_events e join conversations c on c.id = e.conversation_id
        where e.workspace_id = ${workspaceId} and e.kind in ('opened', 'reopened', 'answered', 'resolved', 'rated')
          and ${isWithin('e.created_at', range)} and ${sql.raw(sight)}
      ) e group by grouping sets ((), (day), (actor_id), (team_id))
    )
    select grouped.*, person.name as person_name, team.name as team_name from grouped
    left join users person on person.id = grouped.person
    left join inbox_teams team on team.id = grouped.team`);
  const came = await db.execute<{ day: string; count: number }>(sql`
    select ${dayOf('r.written_at')} as day, count(*)::int as count ${incomingIn(workspaceId, sight, range)} group by 1`);
  const incoming = new Map(came.rows.map(({ day, count }) => [day, count]));
  const keptFrom = keptDays === null ? '' : new Date(Date.now() - (keptDays - 1) * DAY_MS).toISOString().slice(0, 10);
  const byDay = new Map(rows.filter(({ by }) => by === 'day').map((row) => [row.day, row]));
  const all = rows.find(({ by }) => by === 'all');
  const working = rows.filter((row) => row.answered + row.resolved + row.rating_count > 0);
  const mostFirst = (a: GroupedFigures, b: GroupedFigures) => b.answered - a.answered || b.resolved - a.resolved;
  return {
    zone,
    totals: {
      ...(all ? workOf(all) : NO_WORK),
      opened: all?.opened ?? 0,
      incoming: range.from < keptFrom ? null : [...incoming.values()].reduce((sum, count) => sum + count, 0),
    },
    days: daysOf(range).map((date) => ({
      date,
      opened: byDay.get(date)?.opened ?? 0,
      incoming: date < keptFrom ? null : (incoming.get(date) ?? 0),
      resolved: byDay.get(date)?.resolved ?? 0,
    })),
    people: working
      .filter(({ by }) => by === 'person')
      .sort(mostFirst)
      .map((row) => ({ userId: row.person, name: row.person_name, ...workOf(row) })),
    teams: working
      .filter(({ by }) => by === 'team')
      .sort(mostFirst)
      .map((row) => ({ teamId: row.team, name: row.team_name, ...workOf(row) })),
  };
}

/** A zone name known to this runtime as an SQL literal, because GROUP BY expressions cannot contain parameters. */
const quoted = (zone: string): string => `'${zone.replaceAll("'", "''")}'`;

interface Row extends Record<string, unknown> {
  id: string;
  conversation_id: string;
  chat: string;
  name: string | null;
  at: Date | string;
  by: string | null;
  team: string | null;
  business_ms: number | null;
  score: number | null;
}

/** What a figure counts, latest first. */
export async function readReportRows(
  db: Db,
  actor: Actor,
  { figure, userId, teamId, limit, skip, ...asked }: ReportRowsQuery,
): Promise<{ data: ReportRow[]; total: number }> {
  const range = await rangeOf(db, actor, asked);
  const sight = (await sightOf(db, actor)) ?? 'true';
  const found =
    figure === 'incoming'
      ? sql`select r.id, c.id as conversation_id, c.engine_id, c.chat, r.written_at as at, null::uuid as actor_id, null as actor_name, null::uuid as team_id,
          null::float8 as business_ms, null::int as score ${incomingIn(actor.workspaceId, sight, range)}`
      : sql`select e.id, c.id as conversation_id, c.engine_id, c.chat, e.created_at as at, e.actor_id, e.actor_name, e.team_id, e.business_ms::float8 as business_ms,
            case when e.kind = 'rated' then (e.details->>'name')::int end as score
          from conversation_events e join conversations c on c.id = e.conversation_id
          where e.workspace_id = ${actor.workspaceId} and ${sql.raw(COUNTED[figure])} and ${isWithin('e.created_at', range)} and ${sql.raw(sight)}`;
  const chosen = sql`(${found}) found where true ${userId ? sql`and actor_id = ${userId}` : sql``} ${teamId ? sql`and team_id = ${teamId}` : sql``}`;
  const { rows } = await db.execute<Row>(sql`
    select shown.*, coalesce(contact.name, facts.subject, facts.push_name) as name, coalesce(person.name, shown.actor_name) as by, team.name as team
    from (select * from ${chosen} order by at desc, id desc limit ${limit} offset ${skip}) shown
    left join contacts contact on contact.workspace_id = ${actor.workspaceId} and contact.mobile = shown.chat
    left join chat_facts facts on facts.engine_id = shown.engine_id and facts.chat = shown.chat
    left join users person on person.id = shown.actor_id
    left join inbox_teams team on team.id = shown.team_id
    order by at desc, shown.id desc`);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${chosen}`);
  return {
    data: rows.map(({ id, conversation_id, chat, name, at, by, team, business_ms, score }) => ({
      _id: id,
      conversationId: conversation_id,
      chat,
      name,
      at: new Date(at).toISOString(),
      by,
      team,
      businessMs: business_ms,
      score,
    })),
    total: counted[0]?.total ?? 0,
  };
}

import { STATISTICS_RANGES, type StatisticsRange } from '@switchyard/contracts/bots/ranges';
import type {
  AllStats,
  FeatureAdoptionItem,
  KbAdoption,
  NodeEventStats,
  NodeTypeItem,
  OverviewStats,
  RangeStats,
} from '@switchyard/contracts/bots/statistics';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { FIGURES } from './counts.ts';

const ACTIVE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Earlier than any event. */
const NEVER = '1970-01-01';

interface Agents {
  total: number;
  deployed: number;
  nodes: number;
}

/** Counts existing bots from their rows, of which there are few. */
async function readAgents(db: Db): Promise<Agents> {
  const { rows } = await db.execute<Agents & Record<string, unknown>>(sql`
    select count(*)::int as total, count(active_deployment_id)::int as deployed,
      coalesce(sum((select sum(value::int) from jsonb_each_text(node_kinds))), 0)::int as nodes
    from bots where deleted_at is null`);
  return rows[0] ?? { total: 0, deployed: 0, nodes: 0 };
}

/** Days, first and last included; null for all time. */
interface Window {
  from: string | null;
  until: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The range's days, and as many before them; all time has no earlier window. */
function windowsOf(range: StatisticsRange, now: Date): { own: Window; before: Window | null } {
  const until = dayOf(now.getTime());
  if (range === 'all') return { own: { from: null, until }, before: null };
  const days =
    range === 'ytd'
      ? Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / DAY_MS) + 1
      : Number.parseInt(range, 10);
  const first = now.getTime() - (days - 1) * DAY_MS;
  return {
    own: { from: dayOf(first), until },
    before: { from: dayOf(first - days * DAY_MS), until: dayOf(first - DAY_MS) },
  };
}

type Figures = ReadonlyMap<string, number>;

/** The figures of several windows, in their order. */
async function countsIn(db: Db, windows: readonly Window[]): Promise<Figures[]> {
  const { rows } = await db.execute<{ place: number; name: string; count: number }>(sql`
    select period.place::int - 1 as place, name, sum(count)::float8 as count
    from unnest(${sql.param(windows.map(({ from }) => from))}::date[], ${sql.param(windows.map(({ until }) => until))}::date[])
      with ordinality as period (first, last, place)
      join ${FIGURES} figures on day <= period.last and (period.first is null or day >= period.first)
    where name not like 'filter:%' group by period.place, name`);
  const found = windows.map(() => new Map<string, number>());
  for (const { place, name, count } of rows) found[place]?.set(name, count);
  return found;
}

/**
 * For each window, the bots active since it began; null for all time. Every window ends today, so each bot's last
 * activity is enough.
 */
async function activeIn(db: Db, windows: readonly Window[]): Promise<number[]> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(bots.id)::int as count
    from unnest(${sql.param(windows.map(({ from }) => from))}::date[]) with ordinality as period (first, place)
      left join bots on deleted_at is null and (
        last_activity_at >= coalesce(period.first::timestamp at time zone 'UTC', '-infinity')
        or exists (select from bot_statistics_news news where news.bot_id = bots.id and news.last_type is not null)
      )
    group by period.place order by period.place`);
  return rows.map(({ count }) => count);
}

const percent = (part: number, total: number): number => (total === 0 ? 0 : Math.round((part / total) * 1_000) / 10);

/** Growth in percent; null if the earlier value was zero. */
const growthPercent = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10;

function eventStats(counts: ReadonlyMap<string, number>): NodeEventStats {
  const countsOf = (prefix: string) =>
    Object.fromEntries(
      [...counts].flatMap(([name, count]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [])),
    );
  const eventsByType = countsOf('event:');
  return {
    totalEvents: Object.values(eventsByType).reduce((sum, count) => sum + count, 0),
    totalErrors: counts.get('errors') ?? 0,
    eventsByType,
    processTypeDistribution: countsOf('process:'),
  };
}

const sessionsIn = (counts: Figures | undefined): number => counts?.get('sessions') ?? 0;

/** All-time figures, with growth and active bots taken from the last days. */
async function readLately(db: Db, now: Date): Promise<{ all: Figures; active: number; growth: number | null }> {
  const { own, before } = windowsOf(`${ACTIVE_DAYS}d`, now);
  const windows = [windowsOf('all', now).own, own, ...(before ? [before] : [])];
  const [all = new Map(), inOwn, inBefore] = await countsIn(db, windows);
  const [active = 0] = await activeIn(db, [own]);
  return { all, active, growth: growthPercent(sessionsIn(inOwn), sessionsIn(inBefore)) };
}

export const readOverview = async (db: Db, now: Date): Promise<OverviewStats> =>
  overview(await readAgents(db), await readLately(db, now));

const overview = (agents: Agents, lately: Awaited<ReturnType<typeof readLately>>): OverviewStats => ({
  totalAgents: agents.total,
  deployedAgents: agents.deployed,
  draftAgents: agents.total - agents.deployed,
  activeAgents: lately.active,
  totalSessions: sessionsIn(lately.all),
  averageNodesPerAgent: agents.total === 0 ? 0 : Math.round((agents.nodes / agents.total) * 10) / 10,
  botUsageGrowth: lately.growth,
});

export async function readEventStats(db: Db, now: Date): Promise<NodeEventStats> {
  const [all = new Map()] = await countsIn(db, [windowsOf('all', now).own]);
  return eventStats(all);
}

/** Colours of Mantine's palette by kind; kinds without an entry are grey. */
const COLORS: Record<string, string> = {
  trigger: 'teal.6',
  send: 'green.6',
  ask: 'blue.6',
  condition: 'yellow.6',
  switch: 'orange.6',
  set: 'grape.6',
  wait: 'indigo.5',
  delay: 'cyan.6',
  label: 'lime.5',
  contact: 'teal.8',
  board: 'orange.8',
  http: 'red.6',
  knowledge: 'lime.7',
  aiReply: 'violet.4',
  aiExtract: 'indigo.7',
  flow: 'violet.6',
  handover: 'pink.6',
  end: 'gray.6',
};

async function nodesByKind(db: Db): Promise<Map<string, { nodes: number; bots: number }>> {
  const { rows } = await db.execute<{ kind: string; nodes: number; bots: number }>(sql`
    select entry.key as kind, sum(entry.value::int)::int as nodes, count(*)::int as bots
    from bots, jsonb_each_text(node_kinds) entry where deleted_at is null group by entry.key`);
  return new Map(rows.map(({ kind, nodes, bots }) => [kind, { nodes, bots }]));
}

export async function readNodeTypes(db: Db): Promise<NodeTypeItem[]> {
  return [...(await nodesByKind(db))]
    .map(([name, { nodes }]) => ({ name, value: nodes, color: COLORS[name] ?? 'gray.5' }))
    .toSorted((a, b) => b.value - a.value || a.name.localeCompare(b.name));
}

/** Node kinds that the dashboard lists as features, with their names. */
const FEATURES: Record<string, string> = {
  ask: 'Questions',
  condition: 'Conditions',
  switch: 'Switches',
  set: 'Variables',
  delay: 'Delays',
  label: 'Labels',
  contact: 'Contact updates',
  board: 'Board items',
  http: 'HTTP requests',
  knowledge: 'Knowledge answers',
  aiReply: 'AI replies',
  aiExtract: 'AI extraction',
  flow: 'Sub-flows',
  handover: 'Hand-over to a person',
};

export async function readFeatures(db: Db): Promise<FeatureAdoptionItem[]> {
  const kinds = await nodesByKind(db);
  const { total } = await readAgents(db);
  return Object.entries(FEATURES)
    .map(([kind, name]) => ({ name, value: percent(kinds.get(kind)?.bots ?? 0, total) }))
    .toSorted((a, b) => b.value - a.value);
}

export async function readKnowledge(db: Db): Promise<KbAdoption> {
  const { rows } = await db.execute<{ bases: number; documents: number }>(sql`
    select (select count(*)::int from knowledge_bases) as bases, (select count(*)::int from knowledge_documents) as documents`);
  const using = (await nodesByKind(db)).get('knowledge')?.bots ?? 0;
  const { total } = await readAgents(db);
  return {
    totalKBs: rows[0]?.bases ?? 0,
    totalDocuments: rows[0]?.documents ?? 0,
    agentsUsingKB: using,
    percentAgentsUsingKB: percent(using, total),
  };
}

/** The time-dependent figures, for each selectable range. */
async function readRanges(db: Db, now: Date): Promise<AllStats['ranges']> {
  const windows = STATISTICS_RANGES.map((range) => windowsOf(range, now));
  const own = await countsIn(
    db,
    windows.map((window) => window.own),
  );
  // All time has no earlier window.
  const before = await countsIn(
    db,
    windows.map((window) => window.before ?? { from: window.own.until, until: NEVER }),
  );
  const active = await activeIn(
    db,
    windows.map((window) => window.own),
  );
  const ranges = STATISTICS_RANGES.map((range, at): [StatisticsRange, RangeStats] => {
    const counts = own[at] ?? new Map<string, number>();
    const isGrowing = windows[at]?.before !== null;
    return [
      range,
      {
        ...eventStats(counts),
        totalSessions: sessionsIn(counts),
        activeAgents: active[at] ?? 0,
        botUsageGrowth: isGrowing ? growthPercent(sessionsIn(counts), sessionsIn(before[at])) : null,
      },
    ];
  });
  return Object.fromEntries(ranges) as AllStats['ranges'];
}

export async function readAll(db: Db, now: Date): Promise<AllStats> {
  const lately = await readLately(db, now);
  return {
    overviewStats: overview(await readAgents(db), lately),
    nodeTypeDistribution: await readNodeTypes(db),
    advancedFeatureAdoption: await readFeatures(db),
    kbAdoption: await readKnowledge(db),
    nodeEventStats: eventStats(lately.all),
    ranges: await readRanges(db, now),
  };
}

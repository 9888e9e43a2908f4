import type { StatisticsRange } from '@switchyard/contracts/bot-ranges';
import type {
  AllStats,
  FeatureAdoptionItem,
  KbAdoption,
  NodeEventStats,
  NodeTypeItem,
  OverviewStats,
  RangeStats,
} from '@switchyard/contracts/bot-statistics';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { FIGURES } from './counts.ts';

const ACTIVE_DAYS = 30;
const DAY_MS = 86_400_000;

interface Agents {
  total: number;
  deployed: number;
  nodes: number;
}

/** The bots that there are, from their own rows: there are few of them. */
async function readAgents(db: Db): Promise<Agents> {
  const { rows } = await db.execute<Agents & Record<string, unknown>>(sql`
    select count(*)::int as total, count(active_deployment_id)::int as deployed,
      coalesce(sum((select sum(value::int) from jsonb_each_text(node_kinds))), 0)::int as nodes
    from bots where deleted_at is null`);
  return rows[0] ?? { total: 0, deployed: 0, nodes: 0 };
}

/** Days, first and last included; null: of all time. */
interface Window {
  from: string | null;
  until: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A range's own days, and as many before them; of all time there is nothing before. */
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

async function countsIn(db: Db, { from, until }: Window): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name, sum(count)::float8 as count from ${FIGURES} figures
    where day <= ${until}::date and (${from}::date is null or day >= ${from}::date) and name not like 'filter:%'
    group by name`);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

async function activeIn(db: Db, { from, until }: Window): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct bot_id)::int as count from (
      select bot_id, day from bot_active_days
      union all select bot_id, (at at time zone 'UTC')::date from bot_statistics_news
    ) seen join bots on bots.id = seen.bot_id and bots.deleted_at is null
    where day <= ${until}::date and (${from}::date is null or day >= ${from}::date)`);
  return rows[0]?.count ?? 0;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10);

/** In percent of what was before; null: there was nothing. */
const growth = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10;

function eventStats(counts: ReadonlyMap<string, number>): NodeEventStats {
  const named = (prefix: string) =>
    Object.fromEntries(
      [...counts].flatMap(([name, count]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [])),
    );
  const eventsByType = named('event:');
  return {
    totalEvents: Object.values(eventsByType).reduce((sum, count) => sum + count, 0),
    totalErrors: counts.get('errors') ?? 0,
    eventsByType,
    processTypeDistribution: named('process:'),
  };
}

async function growthIn(db: Db, range: StatisticsRange, now: Date): Promise<number | null> {
  const { own, before } = windowsOf(range === 'all' ? '30d' : range, now);
  if (!before) return null;
  const sessions = async (window: Window) => (await countsIn(db, window)).get('sessions') ?? 0;
  return growth(await sessions(own), await sessions(before));
}

export async function readOverview(db: Db, now: Date): Promise<OverviewStats> {
  const { total, deployed, nodes } = await readAgents(db);
  const all = await countsIn(db, windowsOf('all', now).own);
  return {
    totalAgents: total,
    deployedAgents: deployed,
    draftAgents: total - deployed,
    activeAgents: await activeIn(db, windowsOf(`${ACTIVE_DAYS}d`, now).own),
    totalSessions: all.get('sessions') ?? 0,
    averageNodesPerAgent: total === 0 ? 0 : Math.round((nodes / total) * 10) / 10,
    botUsageGrowth: await growthIn(db, '30d', now),
  };
}

export const readEventStats = async (db: Db, now: Date): Promise<NodeEventStats> =>
  eventStats(await countsIn(db, windowsOf('all', now).own));

/** Of Mantine's palette, by kind; a kind that comes later is grey. */
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
    select one.key as kind, sum(one.value::int)::int as nodes, count(*)::int as bots
    from bots, jsonb_each_text(node_kinds) one where deleted_at is null group by one.key`);
  return new Map(rows.map(({ kind, nodes, bots }) => [kind, { nodes, bots }]));
}

export async function readNodeTypes(db: Db): Promise<NodeTypeItem[]> {
  return [...(await nodesByKind(db))]
    .map(([name, { nodes }]) => ({ name, value: nodes, color: COLORS[name] ?? 'gray.5' }))
    .toSorted((one, other) => other.value - one.value || one.name.localeCompare(other.name));
}

/** Kinds that make a bot more than a line of messages, in words for the dashboard. */
const FEATURES: Record<string, string> = {
  ask: 'Questions',
  condition: 'Conditions',
  switch: 'Switches',
  set: 'Variables',
  delay: 'Delays',
  label: 'Labels',
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
    .toSorted((one, other) => other.value - one.value);
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

async function readRange(db: Db, range: StatisticsRange, now: Date): Promise<RangeStats> {
  const { own } = windowsOf(range, now);
  const counts = await countsIn(db, own);
  return {
    ...eventStats(counts),
    totalSessions: counts.get('sessions') ?? 0,
    activeAgents: await activeIn(db, own),
    botUsageGrowth: range === 'all' ? null : await growthIn(db, range, now),
  };
}

export async function readAll(db: Db, now: Date): Promise<AllStats> {
  return {
    overviewStats: await readOverview(db, now),
    nodeTypeDistribution: await readNodeTypes(db),
    advancedFeatureAdoption: await readFeatures(db),
    kbAdoption: await readKnowledge(db),
    nodeEventStats: await readEventStats(db, now),
    ranges: {
      '7d': await readRange(db, '7d', now),
      '30d': await readRange(db, '30d', now),
      '90d': await readRange(db, '90d', now),
      ytd: await readRange(db, 'ytd', now),
      all: await readRange(db, 'all', now),
    },
  };
}

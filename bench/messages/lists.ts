import { MAX_COUNTED } from '@switchyard/contracts/messages/limits';
import { listMessages } from '../../apps/server/src/domains/messages/list/list-messages.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { calendarIsWrong, queryCalendar } from './calendar.ts';
import { type ListQueryCase, listQueryCases } from './list-query-cases.ts';

const WARM_UP = 1;
/** Enough that a single disturbed round is not the 95th percentile. */
const ROUNDS = 40;
/** Slow queries are not repeated beyond this total time. */
const MAX_TOTAL_MS = 3_000;
const CALENDAR = 'calendar month';

/** Measures the 95th percentile of each query, in milliseconds. */
export async function measureLists(database: Database, workspaceId: string): Promise<Map<string, number>> {
  const actor = { userId: null, fullName: 'bench', workspaceId, onBehalfOf: null } as const;
  const times = new Map<string, number>();
  for (const { name, query } of listQueryCases()) {
    times.set(name, await p95Of(() => listMessages(database.db, actor, query)));
  }
  times.set(CALENDAR, await p95Of(() => queryCalendar(database, workspaceId)));
  return times;
}

async function p95Of(run: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  const began = performance.now();
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const roundBegan = performance.now();
    await run();
    if (round >= WARM_UP) took.push(performance.now() - roundBegan);
    if (took.length > 0 && performance.now() - began > MAX_TOTAL_MS) break;
  }
  return took.toSorted((a, b) => a - b)[Math.ceil(0.95 * took.length) - 1] ?? 0;
}

/** Returns the names of the queries whose result from the list or the calendar differs from plain SQL. */
export async function findWrongResults(database: Database, workspaceId: string): Promise<string[]> {
  const actor = { userId: null, fullName: 'bench', workspaceId, onBehalfOf: null } as const;
  // Many queries differ only in their order or page.
  const totals = new Map<string, number>();
  const wrong = (await calendarIsWrong(database, workspaceId)) ? [CALENDAR] : [];
  for (const queryCase of listQueryCases()) {
    const { rows, total, totalIsExact } = await listMessages(database.db, actor, queryCase.query);
    const plain = await queryPlainSql(database, workspaceId, queryCase, totals);
    const isRight =
      total === Math.min(plain.total, MAX_COUNTED) &&
      totalIsExact === plain.total <= MAX_COUNTED &&
      rows.map(({ id }) => id).join() === plain.ids.join();
    if (!isRight) wrong.push(queryCase.name);
  }
  return wrong;
}

async function queryPlainSql(
  { pool }: Database,
  workspaceId: string,
  { query, where, values, orderBy }: ListQueryCase,
  totals: Map<string, number>,
) {
  const matches = `from messages where workspace_id = $1 and not deleted and ${where}`;
  const key = JSON.stringify([where, values]);
  if (!totals.has(key)) {
    const { rows } = await pool.query<{ total: number }>(`select count(*)::int as total ${matches}`, [
      workspaceId,
      ...values,
    ]);
    totals.set(key, rows[0]?.total ?? 0);
  }
  const total = totals.get(key) ?? 0;
  const offset = query.fromEnd ? Math.max(0, total - query.limit) : query.skip;
  const { rows } = await pool.query<{ id: string }>(
    `select id ${matches} order by ${orderBy} limit ${query.limit} offset ${offset}`,
    [workspaceId, ...values],
  );
  return { total, ids: rows.map(({ id }) => id) };
}

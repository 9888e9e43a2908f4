import { DEFINITE_REJECTIONS } from '@switchyard/contracts/engine/constants';
import type { reportRequest, SendOutcome } from '@switchyard/contracts/engine/protocol';
import { storedText } from '@switchyard/contracts/text/registry';
import type pg from 'pg';
import type { z } from 'zod';
import { type EngineIdentity, FENCE, fenceError } from '../../engines/index.ts';
import type { ChangedRow } from '../messages.events.ts';
import { type LaneRequest, laneColumns } from './batch-lanes.ts';
import { FAILURES, RECEIPTS, RECORD } from './report-statements.ts';

/** The result of a report. */
export interface ReportResult {
  workspaceId: string;
  recorded: number;
  refused: string[];
  changed: ChangedRow[];
}

type Report = z.infer<typeof reportRequest>;
type RecordedRow = ChangedRow & { place: number; workspace_id: string; id: string | null; repeated: boolean };

/** A lane's report as statement parameters from $5 on: one column each, one value per row. */
export interface LaneReport extends LaneRequest {
  columns: unknown[][];
}

/**
 * Records results and receipts: each returns at least one row, the first of them the lane's.
 * @throws 409 `LEASE_LOST`, 401
 */
export type Recorder = Record<'results' | 'receipts', (report: LaneReport) => Promise<RecordedRow[]>>;

/** Records each lane with a statement of its own. */
export const recordAlone = (pool: pg.Pool): Recorder => ({
  results: (laneReport) => runForLane(pool, RECORD, laneReport),
  receipts: (laneReport) => runForLane(pool, RECEIPTS, laneReport),
});

/** Records the reports of several lanes in one statement. Null: the lane was refused. */
export const recordMany = (pool: pg.Pool, kind: keyof Recorder, reports: readonly LaneReport[]) =>
  runForLanes(pool, kind === 'results' ? RECORD : RECEIPTS, reports);

async function runForLanes(
  pool: pg.Pool,
  statement: { name: string; text: string },
  reports: readonly LaneReport[],
): Promise<(RecordedRow[] | null)[]> {
  const places = reports.flatMap(({ columns: [first = []] }, at) => first.map(() => at + 1));
  const columns = (reports[0]?.columns ?? []).map((_, at) =>
    reports.flatMap((laneReport) => laneReport.columns[at] ?? []),
  );
  const { rows } = await pool.query<RecordedRow>({
    ...statement,
    values: [...laneColumns(reports), places, ...columns],
  });
  const byLane = Map.groupBy(rows, (row) => row.place);
  return reports.map((_, at) => byLane.get(at + 1) ?? null);
}

async function runForLane(pool: pg.Pool, statement: { name: string; text: string }, laneReport: LaneReport) {
  const [rows] = await runForLanes(pool, statement, [laneReport]);
  if (!rows) throw await fenceError(pool, laneReport.identity);
  return rows;
}

/**
 * Records results, receipts, returned rows and a restriction. Safe to repeat.
 * @throws 409 `LEASE_LOST`, 401; nothing has been changed then
 */
export async function report(
  pool: pg.Pool,
  identity: EngineIdentity,
  input: Report,
  recorder = recordAlone(pool),
): Promise<ReportResult> {
  const lane = { identity, generation: input.generation };
  const results = resultsByRow(input);
  const { failures = [] } = input;
  const recorded: ReportResult = { workspaceId: '', recorded: 0, refused: [], changed: [] };
  const add = (rows: RecordedRow[]) => {
    recorded.workspaceId ||= rows[0]?.workspace_id ?? '';
    const reported = rows.filter((row) => row.id !== null);
    recorded.changed.push(...reported.filter((row) => !row.repeated));
    return reported;
  };

  // The restriction comes first: rows that return to the lane must meet it there.
  if (input.restriction ?? holdsLane(input)) await restrict(pool, identity, input);
  if (results.length > 0 || input.acks.length + failures.length === 0) {
    const reported = add(await recorder.results({ ...lane, columns: resultColumns(results) }));
    const ids = new Set(reported.map((row) => row.id));
    recorded.recorded = reported.length;
    recorded.refused = results.filter((result) => !ids.has(result.id)).map((result) => result.id);
  }
  if (input.acks.length > 0) add(await recorder.receipts({ ...lane, columns: receiptColumns(input.acks) }));
  if (failures.length > 0) {
    const columns = [
      failures.map((failure) => failure.waMessageId),
      failures.map((failure) => storedText(failure.reason)),
    ];
    add(await runForLane(pool, FAILURES, { ...lane, columns }));
  }
  return recorded;
}

interface Result {
  id: string;
  kind: string;
  wireId: string | null;
  atMs: number | null;
  reason: string | null;
  afterMs: number | null;
  attempt: number | null;
  doubt: boolean | null;
}

/** One entry per row: a result overrides a release of the same row, and the last result an earlier one. */
function resultsByRow({ results, released, givenBack = [] }: Report): Result[] {
  const empty = { wireId: null, atMs: null, reason: null, afterMs: null, attempt: null, doubt: null };
  const each = new Map<string, Result>(released.map((id) => [id, { id, kind: 'released', ...empty }]));
  for (const { _id: id, attempt, inDoubt: doubt } of givenBack)
    each.set(id, { id, kind: 'released', ...empty, attempt, doubt });
  for (const { _id: id, outcome, attempt = null, inDoubt: doubt = null } of results) {
    each.set(id, { id, ...empty, doubt, ...columnsOf(outcome), attempt });
  }
  return [...each.values()];
}

function columnsOf(outcome: SendOutcome): Partial<Result> & { kind: string } {
  if (outcome.kind === 'accepted') return { kind: 'accepted', wireId: outcome.wireId, atMs: outcome.atMs };
  if (outcome.kind === 'unknown') return { kind: 'unknown', reason: storedText(outcome.cause) };
  return {
    kind: outcome.next === 'hold-lane' ? 'hold' : outcome.next,
    ...(DEFINITE_REJECTIONS.includes(outcome.code) && { doubt: false }),
    reason: storedText(outcome.reason),
    afterMs: outcome.afterMs ?? null,
  };
}

const resultColumns = (results: Result[]) => [
  results.map((result) => result.id),
  results.map((result) => result.kind),
  results.map((result) => result.wireId),
  results.map((result) => result.atMs),
  results.map((result) => result.reason),
  results.map((result) => result.afterMs),
  results.map((result) => result.attempt),
  results.map((result) => result.doubt),
];

/** Merges the receipts of a message into one row, since a statement can change a row only once. */
function receiptColumns(acks: Report['acks']): unknown[][] {
  const each = new Map<string, (number | null)[]>();
  for (const { waMessageId, level, atMs } of acks) {
    const times = each.get(waMessageId) ?? [null, null, null];
    times[level - 1] = Math.min(times[level - 1] ?? Number.POSITIVE_INFINITY, atMs);
    each.set(waMessageId, times);
  }
  const merged = [...each.values()];
  return [
    [...each.keys()],
    merged.map((times) => times.findLastIndex((at) => at !== null) + 1),
    ...[0, 1, 2].map((level) => merged.map((times) => times[level] ?? null)),
  ];
}

/** How long a lane holds if WhatsApp said "hold" without an end. */
const DEFAULT_HOLD_MS = 5 * 60_000;

const holdsLane = ({ results }: Report) =>
  results.some(({ outcome }) => outcome.kind === 'rejected' && outcome.next === 'hold-lane');

/**
 * Sets or lifts the lane's restriction. A result that holds the lane without a restriction holds everything for its
 * wait.
 */
async function restrict(pool: pg.Pool, identity: EngineIdentity, { generation, results, restriction }: Report) {
  const waits = results.map(({ outcome }) => ('afterMs' in outcome ? (outcome.afterMs ?? 0) : 0));
  const forMs = Math.max(0, ...waits) || DEFAULT_HOLD_MS;
  const { rowCount } = await pool.query(
    `update engine_lanes lane set
       restriction_scope = $4,
       restricted_until = case when $6::float8 is not null then now() + interval '1 millisecond' * $6::float8 else to_timestamp($5::float8 / 1000) end
     where ${FENCE}`,
    [
      identity.engineId,
      generation,
      identity.tokenVersion,
      restriction ? (restriction.lifted ? null : restriction.scope) : 'all',
      restriction && !restriction.lifted ? restriction.untilMs : null,
      restriction ? null : forMs,
    ],
  );
  if (rowCount === 0) throw await fenceError(pool, identity);
}

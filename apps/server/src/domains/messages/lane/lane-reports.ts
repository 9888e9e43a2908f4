import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import { batchLanes } from './batch-lanes.ts';
import { type LaneReport, type Recorder, recordAlone, recordMany } from './report.ts';

/** Batching delay. Processes don't wait for the response to a report. */
const BATCH_DELAY_MS = 20;
const MAX_LANES = 100;
/** Reports with more rows gain nothing from batching, and would delay the batch. */
const MAX_ROWS = 20;

/**
 * Records the reports of many lanes in few statements: each message makes a result and two receipts, mostly of one row
 * each.
 */
export function batchedRecorder(pool: pg.Pool, batchDelayMs = BATCH_DELAY_MS): Recorder {
  const alone = recordAlone(pool);
  const batch = (kind: keyof Recorder): Recorder[typeof kind] => {
    const batcher = new Batcher<LaneReport, Awaited<ReturnType<Recorder[typeof kind]>>>(
      batchDelayMs,
      (reports) => batchLanes(reports, (lanes) => recordMany(pool, kind, lanes), alone[kind]),
      MAX_LANES,
    );
    return (report) => ((report.columns[0] ?? []).length > MAX_ROWS ? alone[kind](report) : batcher.ask(report));
  };
  return { results: batch('results'), receipts: batch('receipts') };
}

import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import { batchLanes } from './batch-lanes.ts';
import { type LaneReport, type Recorder, recordAlone, recordMany } from './report.ts';

/** Nobody waits for a report: the process goes on meanwhile. */
const BATCH_DELAY_MS = 20;
const MAX_LANES = 100;
/** A report of more rows gains nothing by company, and would keep it waiting. */
const MAX_ROWS = 20;

/** Records what many lanes tell in few statements: each message is a result and two receipts, mostly of a row each. */
export function batchedRecorder(pool: pg.Pool, gatherMs = BATCH_DELAY_MS): Recorder {
  const alone = recordAlone(pool);
  const gather = (kind: keyof Recorder): Recorder[typeof kind] => {
    const gathered = new Batcher<LaneReport, Awaited<ReturnType<Recorder[typeof kind]>>>(
      gatherMs,
      (told) => batchLanes(told, (lanes) => recordMany(pool, kind, lanes), alone[kind]),
      MAX_LANES,
    );
    return (told) => ((told.columns[0] ?? []).length > MAX_ROWS ? alone[kind](told) : gathered.ask(told));
  };
  return { results: gather('results'), receipts: gather('receipts') };
}

import type pg from 'pg';
import { Gathered } from '../../../platform/gathered.ts';
import { type LaneReport, type Recorder, recordAlone, recordMany } from './report.ts';
import { together } from './together.ts';

/** Nobody waits for a report: the process goes on meanwhile. */
const GATHER_MS = 20;
const MOST_LANES = 100;
/** A report of more rows gains nothing by company, and would keep it waiting. */
const MOST_ROWS = 20;

/** Records what many lanes tell in few statements: each message is a result and two receipts, mostly of a row each. */
export function gatheredRecorder(pool: pg.Pool, gatherMs = GATHER_MS): Recorder {
  const alone = recordAlone(pool);
  const gather = (kind: keyof Recorder): Recorder[typeof kind] => {
    const gathered = new Gathered<LaneReport, Awaited<ReturnType<Recorder[typeof kind]>>>(
      gatherMs,
      (told) => together(told, (lanes) => recordMany(pool, kind, lanes), alone[kind]),
      MOST_LANES,
    );
    return (told) => ((told.columns[0] ?? []).length > MOST_ROWS ? alone[kind](told) : gathered.ask(told));
  };
  return { results: gather('results'), receipts: gather('receipts') };
}

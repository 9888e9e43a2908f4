import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import type { Text } from '@switchyard/contracts/text/registry';
import PQueue from 'p-queue';
import { workerProgram } from '../../../platform/paths.ts';
import type { Value, Values } from '../runtime/session-state.ts';

export type Task =
  | { source: string; context: Values }
  | { flow: BotFlow }
  | { formulas: string[]; rows: FormulaInput[] };
export type TaskResult = { value: Value } | { faults: FlowFault[] } | { fault: Text } | { columns: FormulaColumn[] };
/** What formulas of a row can read. */
export type FormulaInput = Record<string, string | number | boolean | string[]>;
/** What one formula makes of each row; null: it went wrong there. */
export type FormulaColumn = { values: (Value | null)[]; fault: null } | { values: null; fault: Text };

const THREADS = 2;
/** What is counted takes a tenth of it; this ends what the count does not see. */
const DEADLINE_MS = 2_000;
const HEAP_MEGABYTES = 128;

const queue = new PQueue({ concurrency: THREADS });
const idle = new Set<Worker>();

/**
 * Runs what may take long beside the event loop.
 * @returns its result; `{}`: it was ended, as it took too long or too much memory
 */
export const runInThread = (task: Task): Promise<TaskResult | Record<never, never>> =>
  queue.add(async () => {
    const [worker = await startThread()] = idle;
    idle.delete(worker);
    const result = await ask(worker, task);
    if (result) idle.add(worker);
    else await worker.terminate();
    return result ?? {};
  });

async function startThread(): Promise<Worker> {
  const worker = new Worker(workerProgram(new URL('./expression.worker.ts', import.meta.url)), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  worker.unref();
  // It says so when it has loaded: that is not counted as time of the first task.
  await once(worker, 'message');
  worker.on('error', () => undefined);
  worker.on('exit', () => idle.delete(worker));
  return worker;
}

function ask(worker: Worker, task: Task): Promise<TaskResult | null> {
  const { promise, resolve } = Promise.withResolvers<TaskResult | null>();
  const end = () => resolve(null);
  const timer = setTimeout(end, DEADLINE_MS);
  worker.once('message', resolve).once('exit', end);
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve).off('exit', end);
  });
}

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
/** Values that a row's formulas can read. */
export type FormulaInput = Record<string, string | number | boolean | string[]>;
/** One formula's value for each row; null where it failed. */
export type FormulaColumn = { values: (Value | null)[]; fault: null } | { values: null; fault: Text };

const THREADS = 2;
/** Metered work takes a tenth of this; the deadline ends what metering doesn't see. */
const DEADLINE_MS = 2_000;
const HEAP_MEGABYTES = 128;

const queue = new PQueue({ concurrency: THREADS });
const idle = new Set<Worker>();

/**
 * Runs a potentially slow task off the event loop.
 * @returns its result, or `{}` if it was terminated for using too much time or memory
 */
export const runInThread = (task: Task): Promise<TaskResult | Record<never, never>> =>
  queue.add(async () => {
    const [worker = await startThread()] = idle;
    idle.delete(worker);
    const result = await runTask(worker, task);
    if (result) idle.add(worker);
    else await worker.terminate();
    return result ?? {};
  });

async function startThread(): Promise<Worker> {
  const worker = new Worker(workerProgram(new URL('./expression.worker.ts', import.meta.url)), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  worker.unref();
  // The worker reports when it has loaded, so that start-up doesn't count towards the first task's deadline.
  await once(worker, 'message');
  worker.on('error', () => undefined);
  worker.on('exit', () => idle.delete(worker));
  return worker;
}

function runTask(worker: Worker, task: Task): Promise<TaskResult | null> {
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

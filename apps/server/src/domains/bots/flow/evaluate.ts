import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import type { Value, Values } from '../runtime/session-state.ts';
import { type FormulaColumn, type FormulaInput, runInThread } from './expression-threads.ts';
import { ExpressionError, evaluateWithin } from './expressions.ts';
import { TOO_MUCH } from './metered-functions.ts';

/**
 * Evaluations within these limits take a few milliseconds at most and run on this thread; others run on a worker
 * thread.
 */
const MAX_INLINE_WORK = 150_000;
const MAX_INLINE_LENGTH = 300;

/** Evaluates an expression. @throws ExpressionError */
export async function evaluate(source: string, context: Values): Promise<Value> {
  if (source.length <= MAX_INLINE_LENGTH) {
    const value = evaluateWithin(MAX_INLINE_WORK, source, context);
    if (value !== undefined) return value;
  }
  const done = await runInThread({ source, context });
  if ('value' in done) return done.value;
  throw new ExpressionError('fault' in done ? done.fault : TOO_MUCH);
}

/** Whether a text matches an RE2 pattern. @throws ExpressionError if the pattern is invalid or too expensive */
export const matches = async (text: string, pattern: string): Promise<boolean> =>
  (await evaluate('text.matches(pattern)', { text, pattern })) === true;

/**
 * All faults that prevent a flow from being deployed, by node; empty if there are none. Parsing its expressions and
 * patterns may take long.
 */
export async function findFlowFaults(flow: BotFlow): Promise<FlowFault[]> {
  const done = await runInThread({ flow });
  return 'faults' in done ? done.faults : [{ nodeId: null, field: 'nodes', message: TOO_MUCH }];
}

const ROWS_AT_ONCE = 100;

/** Evaluates formulas for rows off the event loop. Returns one value per row for each formula. */
export async function evaluateFormulas(formulas: string[], rows: readonly FormulaInput[]): Promise<FormulaColumn[]> {
  const all: FormulaColumn[] = formulas.map(() => ({ values: [], fault: null }));
  for (let from = 0; from === 0 || from < rows.length; from += ROWS_AT_ONCE) {
    const batch = rows.slice(from, from + ROWS_AT_ONCE);
    const done = await runInThread({ formulas, rows: batch });
    for (const [at, column] of all.entries()) {
      const found = 'columns' in done ? done.columns[at] : undefined;
      if (found?.fault) all[at] = found;
      else column.values?.push(...(found?.values ?? batch.map(() => null)));
    }
  }
  return all;
}

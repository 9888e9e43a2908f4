import { parentPort } from 'node:worker_threads';
import type { FormulaColumn, FormulaInput, Task, TaskResult } from './expression-threads.ts';
import { ExpressionError, evaluateFormula, evaluateWithin, expressionFault } from './expressions.ts';
import { MAX_WORK, TOO_MUCH } from './metered-functions.ts';
import { flowFaults } from './validate-flow.ts';

// Evaluates expressions and validates flows one at a time; the parent thread terminates it when a task takes too long.

function run(task: Task): TaskResult {
  if ('flow' in task) return { faults: flowFaults(task.flow) };
  if ('formulas' in task) return { columns: task.formulas.map((source) => evaluateColumn(source, task.rows)) };
  try {
    const value = evaluateWithin(MAX_WORK, task.source, task.context);
    return value === undefined ? { fault: TOO_MUCH } : { value };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { fault: error.text };
  }
}

function evaluateColumn(source: string, rows: readonly FormulaInput[]): FormulaColumn {
  const fault = expressionFault(source);
  if (fault !== null) return { values: null, fault };
  const values = rows.map((row) => {
    try {
      return evaluateFormula(source, row) ?? null;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return null;
    }
  });
  return { values, fault: null };
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(run(task)));
parentPort?.postMessage('ready');

import type { DateOrder } from '../workbook/date-text.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import type { Findings, ImportDecisions, ImportPlan } from '../workbook/import-plan.ts';
import type { UploadOutcome, UploadProgress } from './upload-rows.ts';

/** Choices made about a file before its rows are sent. */
export interface ImportChoices extends ImportDecisions {
  order: DateOrder;
  /** Zone for dates without an offset. */
  zone: string;
  /** Wall-clock time for all rows without a date; empty until chosen. */
  undatedDue: string;
  /** Engine for the imported messages; null leaves the choice to the rule. */
  engineId: string | null;
}

/** The server's findings about the rows, and the resulting plan. */
export type ImportCheck =
  | { is: 'running' }
  | { is: 'done'; findings: Findings; plan: ImportPlan }
  | { is: 'failed'; error: unknown };

/** State of an import. */
export type ImportState =
  /** `hiddenSheets`: selectable sheets of a file that could not be read. */
  | { step: 'choose'; error: string | undefined; hiddenSheets: readonly string[] }
  | { step: 'reading'; fileName: string }
  /** `isLate`: some rows became overdue during the review. */
  | {
      step: 'preview';
      fileName: string;
      preview: ImportPreview;
      choices: ImportChoices;
      check: ImportCheck;
      isLate: boolean;
    }
  | { step: 'running'; plan: ImportPlan; progress: UploadProgress; isStopping: boolean; choices: ImportChoices }
  | { step: 'ended'; importId: string; outcome: UploadOutcome; plan: ImportPlan; choices: ImportChoices };

export type ImportAction =
  | { kind: 'reading'; fileName: string }
  | { kind: 'unreadable'; error: string; hiddenSheets: readonly string[] }
  | { kind: 'read'; fileName: string; preview: ImportPreview; choices: ImportChoices; isLate: boolean }
  | { kind: 'chosen'; choices: ImportChoices }
  | { kind: 'checked'; check: ImportCheck }
  | { kind: 'started'; plan: ImportPlan }
  | { kind: 'progress'; progress: UploadProgress }
  | { kind: 'stopping' }
  | { kind: 'ended'; importId: string; outcome: UploadOutcome }
  | { kind: 'reset' };

export function importReducer(state: ImportState, action: ImportAction): ImportState {
  switch (action.kind) {
    case 'reset':
      return { step: 'choose', error: undefined, hiddenSheets: [] };
    case 'reading':
      return { step: 'reading', fileName: action.fileName };
    case 'unreadable':
      return { step: 'choose', error: action.error, hiddenSheets: action.hiddenSheets };
    case 'read': {
      const { kind: _, ...read } = action;
      return { step: 'preview', check: { is: 'running' }, ...read };
    }
    case 'chosen':
      return state.step === 'preview' ? { ...state, choices: action.choices } : state;
    case 'checked':
      return state.step === 'preview' ? { ...state, check: action.check } : state;
    case 'started': {
      if (state.step !== 'preview' && state.step !== 'ended') return state;
      const progress = { done: 0, total: action.plan.rows, imported: 0, failed: 0, secondsLeft: undefined };
      return { step: 'running', plan: action.plan, progress, isStopping: false, choices: state.choices };
    }
    case 'progress':
      return state.step === 'running' ? { ...state, progress: action.progress } : state;
    case 'stopping':
      return state.step === 'running' ? { ...state, isStopping: true } : state;
    case 'ended': {
      if (state.step !== 'running') return state;
      const { importId, outcome } = action;
      return { step: 'ended', importId, outcome, plan: state.plan, choices: state.choices };
    }
  }
}

/**
 * Rows without a date need a decision only when others have one; in a file without any dates, everything is sent at
 * once.
 */
export function decisionsOf(preview: ImportPreview, choices: ImportChoices): ImportDecisions {
  const { past, repeats, undated, undatedDue } = choices;
  if (undated === 'ask' && !preview.hasDatesAndNone) return { past, repeats, undated: 'send-now' };
  return { past, repeats, undated: undated === 'one-date' && undatedDue === '' ? 'ask' : undated };
}

/** Whether a changed choice requires rereading the rows, not only replanning. */
export function needsReread(before: ImportChoices, after: ImportChoices): boolean {
  const dueOf = ({ undated, undatedDue }: ImportChoices) => (undated === 'one-date' ? undatedDue : '');
  return before.order !== after.order || before.zone !== after.zone || dueOf(before) !== dueOf(after);
}

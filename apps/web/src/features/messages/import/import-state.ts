import type { DateOrder } from '../workbook/date-text.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import type { UploadOutcome, UploadProgress } from './upload-rows.ts';

/** What the user decides about a file before its rows are sent. */
export interface ImportChoices {
  order: DateOrder;
  /** Zone that dates without an offset are meant in. */
  zone: string;
  /** What becomes of rows whose due date is past. */
  past: 'refuse' | 'send-now';
}

/** Where an import stands. */
export type ImportState =
  | { step: 'choose'; error: string | undefined }
  | { step: 'reading'; fileName: string }
  | { step: 'preview'; fileName: string; preview: ImportPreview; choices: ImportChoices }
  | { step: 'running'; progress: UploadProgress; isStopping: boolean; choices: ImportChoices }
  | { step: 'ended'; outcome: UploadOutcome; preview: ImportPreview; choices: ImportChoices };

export type ImportAction =
  | { kind: 'reading'; fileName: string }
  | { kind: 'unreadable'; error: string }
  | { kind: 'read'; fileName: string; preview: ImportPreview; choices: ImportChoices }
  | { kind: 'started'; total: number }
  | { kind: 'progress'; progress: UploadProgress }
  | { kind: 'stopping' }
  | { kind: 'ended'; outcome: UploadOutcome; preview: ImportPreview }
  | { kind: 'reset' };

export function importReducer(state: ImportState, action: ImportAction): ImportState {
  switch (action.kind) {
    case 'reset':
      return { step: 'choose', error: undefined };
    case 'reading':
      return { step: 'reading', fileName: action.fileName };
    case 'unreadable':
      return { step: 'choose', error: action.error };
    case 'read':
      return { step: 'preview', fileName: action.fileName, preview: action.preview, choices: action.choices };
    case 'started': {
      if (state.step !== 'preview' && state.step !== 'ended') return state;
      const progress = { done: 0, total: action.total, imported: 0, failed: 0, secondsLeft: undefined };
      return { step: 'running', progress, isStopping: false, choices: state.choices };
    }
    case 'progress':
      return state.step === 'running' ? { ...state, progress: action.progress } : state;
    case 'stopping':
      return state.step === 'running' ? { ...state, isStopping: true } : state;
    case 'ended':
      if (state.step !== 'running') return state;
      return { step: 'ended', outcome: action.outcome, preview: action.preview, choices: state.choices };
  }
}

import { text } from '@switchyard/contracts/text/text';
import type { TextTable } from './read-table.ts';
import type { TableAnswers, TableRequest } from './table.worker.ts';
import { WorkerClient } from './worker-client.ts';

/** Reads a table of texts from a file in a worker. @throws WorkbookError with a message for the user */
export const readTableFile = (file: File): Promise<TextTable> => runInWorker({ kind: 'read', file });

/** Writes an .xlsx of texts in a worker. */
export const writeTableFile = (name: string, header: string[], rows: string[][]): Promise<Uint8Array<ArrayBuffer>> =>
  runInWorker({ kind: 'write', name, header, rows });

function runInWorker<Kind extends TableRequest['kind']>(request: Extract<TableRequest, { kind: Kind }>) {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  const client = new WorkerClient<TableRequest, TableAnswers>(worker, text('fileTooLargeHere'));
  return client.ask<Kind>(request).finally(() => client.end());
}

import { text } from '@switchyard/contracts/text/text';
import { READ_TIMEOUT_MS } from './limits.ts';
import type { TextTable } from './read-table.ts';
import type { TableReply, TableRequest } from './table.worker.ts';
import { parsingFault, WorkbookError } from './workbook-error.ts';

/** Reads a table of texts from a file in a worker. @throws WorkbookFault, in words for the user */
export async function readTableFile(file: File): Promise<TextTable> {
  const reply = await requestTable({ kind: 'read', file });
  if (!('table' in reply)) throw parsingFault(text('bookUnread'));
  return reply.table;
}

/** Writes an .xlsx of texts in a worker. */
export async function writeTableFile(
  name: string,
  header: string[],
  rows: string[][],
): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await requestTable({ kind: 'write', name, header, rows });
  if (!('bytes' in reply)) throw parsingFault('it cannot be written');
  return reply.bytes;
}

function requestTable(request: TableRequest): Promise<TableReply> {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<TableReply>((resolve, reject) => {
    const timer = window.setTimeout(() => reject(parsingFault(text('bookSlow'))), READ_TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<TableReply>) => {
      window.clearTimeout(timer);
      if ('fault' in data) reject(new WorkbookError(data.fault));
      else resolve(data);
    };
    worker.onerror = () => reject(parsingFault(text('fileTooLargeHere')));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

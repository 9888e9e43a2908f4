import type { Text } from '@switchyard/contracts/text/registry';
import { cutFault } from './container.ts';
import { readTable, type TextTable } from './read-table.ts';
import { readFault, WorkbookError } from './workbook-error.ts';
import { writeWorkbook } from './write-workbook.ts';

/** What the page asks of the worker, once. */
export type TableRequest =
  | { kind: 'read'; file: File }
  | { kind: 'write'; name: string; header: string[]; rows: string[][] };
export type TableReply = { table: TextTable } | { bytes: Uint8Array<ArrayBuffer> } | { fault: Text };

const COLUMN_WIDTH = 20;

async function answer(request: TableRequest): Promise<TableReply> {
  if (request.kind === 'write') {
    const { name, header, rows } = request;
    return { bytes: writeWorkbook([{ name, rows: [header, ...rows], widths: header.map(() => COLUMN_WIDTH) }], name) };
  }
  const bytes = await request.file.arrayBuffer().catch(() => {
    throw readFault();
  });
  return { table: await readTable(new Uint8Array(bytes), request.file.name) };
}

self.onmessage = async ({ data }: MessageEvent<TableRequest>) => {
  const reply = await answer(data).catch((error: unknown): TableReply => {
    const fault = error instanceof WorkbookError ? error : cutFault();
    return { fault: fault.text };
  });
  self.postMessage(reply);
};

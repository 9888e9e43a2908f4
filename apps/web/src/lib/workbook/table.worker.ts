import { readTable, type TextTable } from './read-table.ts';
import { serve } from './serve.ts';
import { readError } from './workbook-error.ts';
import { writeWorkbook } from './write-workbook.ts';

export type TableRequest =
  | { kind: 'read'; file: File }
  | { kind: 'write'; name: string; header: string[]; rows: string[][] };
export interface TableAnswers {
  read: TextTable;
  write: Uint8Array<ArrayBuffer>;
}

const COLUMN_WIDTH = 20;

serve(async (request: TableRequest): Promise<TableAnswers[TableRequest['kind']]> => {
  if (request.kind === 'write') {
    const { name, header, rows } = request;
    return writeWorkbook([{ name, rows: [header, ...rows], widths: header.map(() => COLUMN_WIDTH) }], name);
  }
  const bytes = await request.file.arrayBuffer().catch(() => {
    throw readError();
  });
  return readTable(new Uint8Array(bytes), request.file.name);
});

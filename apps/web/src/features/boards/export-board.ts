import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { api } from '../../lib/api/client.ts';
import { recordExport } from '../../lib/workbook/record-export.ts';
import { saveFile } from '../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../lib/workbook/table-client.ts';
import { writtenCell } from './components/cell-text.ts';

const PAGE = 1_000;

/** Hands the items of a board over as a workbook of texts, which an import reads again. @returns how many */
export async function exportBoard(
  { _id: id, name, columns }: Board,
  query: Pick<Parameters<typeof api.boards.items>[0], 'search' | 'filters' | 'sort'>,
  people: ReadonlyMap<string, string>,
): Promise<number> {
  // Whoever is read twice, because somebody has added another before, counts once.
  const found = new Map<string, BoardItem>();
  for (let skip = 0, total = 1; skip < total; skip += PAGE) {
    const page = await api.boards.items({ ...query, id, limit: PAGE, skip });
    for (const item of page.data) found.set(item._id, item);
    total = page.total;
  }
  const rows = [...found.values()].map((item) => columns.map((column) => writtenCell(column, item, people)));
  const header = columns.map((column) => column.name);
  const bytes = await writeTableFile('Items', header, rows);
  await recordExport('board-items', rows.length);
  saveFile(bytes, `${name.replaceAll(/[\\/:*?"<>|]/g, ' ')}.xlsx`);
  return rows.length;
}

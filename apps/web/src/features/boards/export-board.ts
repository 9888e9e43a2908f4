import { hasValues } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import i18next from 'i18next';
import { api } from '../../lib/api/client.ts';
import { recordExport } from '../../lib/workbook/record-export.ts';
import { saveFile } from '../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../lib/workbook/table-client.ts';
import { plainCellText } from './components/cell-text.ts';
import './texts.ts';

const PAGE_SIZE = 1_000;

/** Each item followed by its subitems. */
function withParts(items: readonly BoardItem[]): BoardItem[] {
  const known = new Set(items.map(({ _id }) => _id));
  const isPart = ({ parentId }: BoardItem) => parentId !== null && known.has(parentId);
  const parts = Map.groupBy(items.filter(isPart), ({ parentId }) => parentId);
  return items.filter((item) => !isPart(item)).flatMap((item) => [item, ...(parts.get(item._id) ?? [])]);
}

/**
 * Downloads a board's items as a workbook of texts that an import can read.
 * @returns number of items
 */
export async function exportBoard(
  { _id: id, name, columns: shown }: Board,
  query: Pick<Parameters<typeof api.boards.items>[0], 'search' | 'filters' | 'sort'>,
  people: ReadonlyMap<string, string>,
): Promise<number> {
  const columns = shown.filter(({ type }) => hasValues(type));
  // An item appears on two pages if someone inserts another before it; count it once.
  const found = new Map<string, BoardItem>();
  for (let skip = 0, total = 1; skip < total; skip += PAGE_SIZE) {
    const page = await api.boards.items({ ...query, id, withSubitems: true, limit: PAGE_SIZE, skip });
    for (const item of page.data) found.set(item._id, item);
    total = page.total;
  }
  const items = withParts([...found.values()]);
  const title = columns.find(({ isTitle }) => isTitle);
  const partOf = ({ parentId }: BoardItem) => {
    const parent = found.get(parentId ?? '');
    return parent && title ? plainCellText(title, parent, people) || `#${parent.number}` : '';
  };
  const hasParts = items.some((item) => partOf(item) !== '');
  const rows = items.map((item) => [
    ...columns.map((column) => plainCellText(column, item, people)),
    ...(hasParts ? [partOf(item)] : []),
  ]);
  const header = [...columns.map((column) => column.name), ...(hasParts ? [i18next.t('boards:subitem.of')] : [])];
  const bytes = await writeTableFile('Items', header, rows);
  await recordExport('board-items', rows.length);
  saveFile(bytes, `${name.replaceAll(/[\\/:*?"<>|]/g, ' ')}.xlsx`);
  return rows.length;
}

import { type CellValue, FORMULA_ERROR } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import i18next from 'i18next';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatMoney, formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';

/** Text of a cell; empty if it has no value. */
export function cellText(
  column: BoardColumn,
  value: CellValue | undefined,
  people: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined) return '';
  if (column.type === 'file')
    return Array.isArray(value) ? i18next.t('boards:cell.files', { count: value.length }) : '';
  if (value === FORMULA_ERROR && column.type === 'formula') return i18next.t('boards:cell.error');
  if (Array.isArray(value)) return value.map((id) => people.get(id) ?? i18next.t('boards:cell.former')).join(', ');
  if (typeof value === 'boolean') return i18next.t(value ? 'boards:cell.yes' : 'boards:cell.no');
  if (typeof value === 'number') {
    if (column.settings.currency) return formatMoney(value, column.settings.currency);
    return column.type === 'rating' ? i18next.t('boards:cell.stars', { count: value }) : formatNumber(value);
  }
  if (column.type === 'status' || column.type === 'priority') {
    return column.options.find(({ id }) => id === value)?.name ?? '';
  }
  return column.type === 'date' ? formatDay(value) : value;
}

/** Text of a cell for copying and exporting, with numbers and dates unformatted so that they can be read back. */
export function plainCellText(column: BoardColumn, item: BoardItem, people: ReadonlyMap<string, string>): string {
  if (column.type === 'runningNumber') return String(item.number);
  if (column.type === 'createdAt') return item.createdAt;
  if (column.type === 'createdBy') return people.get(item.createdBy ?? '') ?? '';
  if (column.type === 'changedAt') return item.changedAt;
  if (column.type === 'changedBy') return people.get(item.changedBy ?? '') ?? '';
  const value = item.cells[column._id] ?? '';
  if (column.type === 'file') return Array.isArray(value) ? value.join(', ') : '';
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || column.type === 'date';
  return isPlain ? String(value) : cellText(column, value, people);
}

import type { CellValue, ColorRule, ColumnOption } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';

/** Colour that a column's rules give a cell, or undefined. */
export const tintOf = (column: BoardColumn, value: CellValue | undefined): ColumnOption['color'] | undefined =>
  column.settings.colors.find((rule) => matchesRule(rule, value ?? null))?.color;

function matchesRule({ test, value: limit = '' }: ColorRule, value: CellValue): boolean {
  const isEmpty = value === null || value === false;
  if (test === 'isEmpty') return isEmpty;
  if (test === 'isNotEmpty') return !isEmpty;
  if (value === null) return false;
  const [text, compared] = [String(value).toLowerCase(), String(limit).toLowerCase()];
  if (test === 'contains') return compared !== '' && text.includes(compared);
  if (test === 'is') return text === compared || (typeof value === 'number' && value === Number(limit));
  const isNumber = typeof value === 'number';
  if (isNumber && !Number.isFinite(Number(limit))) return false;
  // Dates compare as strings.
  if (test === 'atLeast') return isNumber ? value >= Number(limit) : text >= compared;
  return isNumber ? value <= Number(limit) : text <= compared;
}

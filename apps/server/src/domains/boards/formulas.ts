import { type Cells, type CellValue, FORMULA_ERROR, hasOptions, isNumeric } from '@switchyard/contracts/boards/columns';
import { MAX_FORMULAS, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { invalid } from '../../platform/refusal.ts';
import { evaluateFormulas, type FormulaInput } from '../bots/index.ts';
import type { ColumnRow, ItemRow } from './boards.queries.ts';

/** What formulas read of an item; its number and creation time are unknown before it is added. */
type Row = { cells: Cells } & Partial<Pick<ItemRow, 'number' | 'createdAt'>>;

/** `{ID}`, which refers to a column in an expression. */
const REFERENCE = /\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g;
/** Formulas cannot read other formulas, so there are no cycles. */
const isReadable = ({ type }: ColumnRow): boolean =>
  !['formula', 'createdBy', 'changedAt', 'changedBy', 'button'].includes(type);

export const formulaColumns = (columns: readonly ColumnRow[]): ColumnRow[] =>
  columns.filter(({ type }) => type === 'formula');

/** The column ids in a formula, whether or not the columns exist. */
const referencedColumns = (formula: string): string[] => [...formula.matchAll(REFERENCE)].flatMap(([, id]) => id ?? []);

/** Converts a formula to CEL: each column becomes a variable named by its index. */
const toCel = (formula: string, variables: ReadonlyMap<string, string>): string =>
  formula.replaceAll(REFERENCE, (_, id: string) => variables.get(id) ?? 'gone');

/** An empty cell is the zero value of its type: 0, false, or an empty text. */
function readCell(column: ColumnRow, { cells, number, createdAt }: Row): FormulaInput[string] {
  const { type, options } = column;
  if (type === 'runningNumber') return number ?? 0;
  if (type === 'createdAt') return createdAt?.toISOString() ?? '';
  const value = cells[column.id] ?? null;
  if (hasOptions(type)) return options.find(({ id }) => id === value)?.name ?? '';
  if (value !== null) return value;
  if (type === 'people' || type === 'file') return [];
  return isNumeric(type) ? 0 : type === 'checkbox' ? false : '';
}

function asCell(value: unknown): CellValue {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH).toWellFormed() || null;
  return FORMULA_ERROR;
}

/**
 * Values of the formula columns for each row, by column id. A failed formula yields an error value instead of a
 * refusal.
 */
export async function calculateFormulas(columns: readonly ColumnRow[], rows: readonly Row[]): Promise<Cells[]> {
  const formulas = formulaColumns(columns);
  if (formulas.length === 0 || rows.length === 0) return rows.map(() => ({}));
  const referencedIds = [...new Set(formulas.flatMap(({ settings }) => referencedColumns(settings.formula ?? '')))];
  const read = referencedIds.flatMap((id) => columns.filter((column) => column.id === id && isReadable(column)));
  const variables = new Map(read.map(({ id }, at) => [id, `c${at}`]));
  const results = await evaluateFormulas(
    formulas.map(({ settings }) => toCel(settings.formula ?? '', variables)),
    rows.map((row) => Object.fromEntries(read.map((column, at) => [`c${at}`, readCell(column, row)]))),
  );
  return rows.map((_, row) =>
    Object.fromEntries(formulas.map(({ id }, at) => [id, asCell(results[at]?.values?.[row] ?? undefined)])),
  );
}

/**
 * @throws Refusal `INVALID` if it cannot be parsed, names a column it may not, or the board has the maximum number of
 * formulas
 */
export async function checkFormula(columns: readonly ColumnRow[], formula: string | null, ownId?: string) {
  if (formula === null || formula.trim() === '') throw invalid([faultAt('settings.formula', 'missing')]);
  if (formulaColumns(columns).filter(({ id }) => id !== ownId).length >= MAX_FORMULAS) {
    throw invalid([faultAt('type', 'tooMany', { maximum: MAX_FORMULAS })]);
  }
  const ids = [...new Set(referencedColumns(formula))];
  for (const id of ids) {
    const column = columns.find((candidate) => candidate.id === id);
    if (!column || !isReadable(column)) throw invalid([faultAt('settings.formula', 'choice')]);
  }
  const [read] = await evaluateFormulas([toCel(formula, new Map(ids.map((id, at) => [id, `c${at}`])))], []);
  if (read?.fault) throw invalid([faultAt('settings.formula', 'formula', { reason: read.fault })]);
}

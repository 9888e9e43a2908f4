import {
  type Cells,
  type CellValue,
  type ColumnSettings,
  type ColumnType,
  canBeColored,
  canBeRequired,
  canBeUnique,
  canHaveDefault,
} from '@switchyard/contracts/boards/columns';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { invalid } from '../../platform/refusal.ts';
import type { ColumnRow } from './boards.queries.ts';
import { boardItems } from './boards.schema.ts';
import { storableValue } from './cell-value.ts';

/** A new item's cells, with column defaults where nothing was given. */
export const withDefaults = (columns: readonly ColumnRow[], cells: Cells): Cells => ({
  ...Object.fromEntries(
    columns.flatMap(({ id, settings }) => (settings.defaultValue === null ? [] : [[id, settings.defaultValue]])),
  ),
  ...cells,
});

export const isMissing = ({ settings }: ColumnRow, value: CellValue | undefined): boolean =>
  settings.isRequired && (value ?? null) === null;

/** @throws Refusal `INVALID` naming every required cell that is empty */
export function requireFilled(columns: readonly ColumnRow[], cells: Cells): void {
  const faults = columns
    .filter((column) => isMissing(column, cells[column.id]))
    .map(({ id }) => faultAt(`cells.${id}`, 'missing'));
  if (faults.length > 0) throw invalid(faults);
}

/** Unique texts are compared case-insensitively. */
const normalised = (value: CellValue): string => String(value).toLowerCase();
const normalisedCell = (columnId: string): SQL =>
  sql`lower((${boardItems.cells} ->> ${columnId}::text) collate "und-x-icu")`;
const ofBoard = (boardId: string) => and(eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt));

/**
 * Items that have one of these values in a unique column, by the normalised value. Other writers of the column wait
 * until this transaction ends.
 */
async function holdersOf(
  tx: Db,
  { id, boardId }: ColumnRow,
  values: readonly CellValue[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(values.filter((value) => value !== null).map(normalised))];
  if (wanted.length === 0) return new Map();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 48))`);
  const rows = await tx
    .select({ id: boardItems.id, value: sql<string>`${normalisedCell(id)}` })
    .from(boardItems)
    .where(and(ofBoard(boardId), inArray(normalisedCell(id), wanted)));
  return new Map(rows.map((row) => [row.value, row.id]));
}

/** @throws Refusal `INVALID` if another item has the same value in a unique column */
export async function requireUnique(
  tx: Db,
  columns: readonly ColumnRow[],
  cells: Cells,
  { itemId, fieldOf }: { itemId?: string; fieldOf: (columnId: string) => string },
): Promise<void> {
  for (const column of columns.filter(({ settings }) => settings.isUnique)) {
    const value = cells[column.id] ?? null;
    const holder = (await holdersOf(tx, column, [value])).get(normalised(value));
    if (holder !== undefined && holder !== itemId) throw invalid([faultAt(fieldOf(column.id), 'valueTaken')]);
  }
}

/**
 * Indexes of list entries whose values are already used, by other items or by an earlier entry. @param itemIds of the
 * entries
 */
export async function takenIndexes(
  tx: Db,
  column: ColumnRow,
  values: readonly (CellValue | undefined)[],
  itemIds: readonly string[],
): Promise<Set<number>> {
  if (!column.settings.isUnique) return new Set();
  const holders = await holdersOf(
    tx,
    column,
    values.map((value) => value ?? null),
  );
  const taken = new Set<number>();
  for (const [at, value] of values.entries()) {
    if (value === null || value === undefined) continue;
    const own = itemIds[at] ?? `new ${at}`;
    const holder = holders.get(normalised(value));
    if (holder !== undefined && holder !== own) taken.add(at);
    else holders.set(normalised(value), own);
  }
  return taken;
}

/**
 * The settings of a column as stored.
 * @throws Refusal `INVALID` if they do not suit its type, or existing items violate them
 */
export async function checkSettings(tx: Db, workspaceId: string, column: ColumnRow): Promise<ColumnSettings> {
  const { id, boardId, type, settings } = column;
  const fits: [keyof ColumnSettings, boolean, (given: ColumnType) => boolean][] = [
    ['defaultValue', settings.defaultValue !== null, canHaveDefault],
    ['isRequired', settings.isRequired, canBeRequired],
    ['isUnique', settings.isUnique, canBeUnique],
    ['colors', settings.colors.length > 0, canBeColored],
    ['currency', settings.currency !== null, (given) => given === 'currency'],
    ['formula', settings.formula !== null, (given) => given === 'formula'],
    ['button', settings.button !== null, (given) => given === 'button'],
  ];
  const faults = fits
    .filter(([, isSet, canBe]) => isSet && !canBe(type))
    .map(([name]) => faultAt(`settings.${name}`, 'choice'));
  if (faults.length > 0) throw invalid(faults);
  if (type === 'currency' && settings.currency === null) throw invalid([faultAt('settings.currency', 'missing')]);
  if (type === 'button' && settings.button === null) throw invalid([faultAt('settings.button', 'missing')]);
  const field = 'settings.defaultValue';
  const value = settings.defaultValue;
  const defaultValue = value === null ? null : await storableValue(tx, workspaceId, { column, value, field });
  if (settings.isUnique) {
    if (defaultValue !== null) throw invalid([faultAt(field, 'choice')]);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 48))`);
    const { rows } = await tx.execute(sql`
      select 1 from board_items where ${ofBoard(boardId)} and ${normalisedCell(id)} is not null
      group by ${normalisedCell(id)} having count(*) > 1 limit 1`);
    if (rows.length > 0) throw invalid([faultAt('settings.isUnique', 'valuesRepeat')]);
  }
  return { ...settings, defaultValue };
}

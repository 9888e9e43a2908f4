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

/** The cells of a new item, where nothing was given with what its columns have by default. */
export const withDefaults = (columns: readonly ColumnRow[], given: Cells): Cells => ({
  ...Object.fromEntries(
    columns.flatMap(({ id, settings }) => (settings.defaultValue === null ? [] : [[id, settings.defaultValue]])),
  ),
  ...given,
});

export const isMissing = ({ settings }: ColumnRow, value: CellValue | undefined): boolean =>
  settings.isRequired && (value ?? null) === null;

/** @throws Refusal `INVALID` naming every cell that has to be filled in */
export function insistOnRequired(columns: readonly ColumnRow[], cells: Cells): void {
  const faults = columns
    .filter((column) => isMissing(column, cells[column.id]))
    .map(({ id }) => faultAt(`cells.${id}`, 'missing'));
  if (faults.length > 0) throw invalid(faults);
}

/** Texts that differ in their case alone count as the same. */
const asCompared = (value: CellValue): string => String(value).toLowerCase();
const compared = (columnId: string): SQL => sql`lower((${boardItems.cells} ->> ${columnId}::text) collate "und-x-icu")`;
const ofBoard = (boardId: string) => and(eq(boardItems.boardId, boardId), isNull(boardItems.deletedAt));

/**
 * The items that have one of these values in a column in which each has its own, by the value as it is compared. Whoever
 * else writes into the column waits until this transaction is over.
 */
async function holdersOf(
  tx: Db,
  { id, boardId }: ColumnRow,
  values: readonly CellValue[],
): Promise<Map<string, string>> {
  const asked = [...new Set(values.filter((value) => value !== null).map(asCompared))];
  if (asked.length === 0) return new Map();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 48))`);
  const rows = await tx
    .select({ id: boardItems.id, value: sql<string>`${compared(id)}` })
    .from(boardItems)
    .where(and(ofBoard(boardId), inArray(compared(id), asked)));
  return new Map(rows.map((row) => [row.value, row.id]));
}

/** @throws Refusal `INVALID`: another item has the same where each has its own */
export async function insistOnUnique(
  tx: Db,
  columns: readonly ColumnRow[],
  cells: Cells,
  { itemId, fieldOf }: { itemId?: string; fieldOf: (columnId: string) => string },
): Promise<void> {
  for (const column of columns.filter(({ settings }) => settings.isUnique)) {
    const value = cells[column.id] ?? null;
    const holder = (await holdersOf(tx, column, [value])).get(asCompared(value));
    if (holder !== undefined && holder !== itemId) throw invalid([faultAt(fieldOf(column.id), 'valueTaken')]);
  }
}

/** Those of the places of a list whose values are taken, by others or by an earlier place. @param itemIds of the places */
export async function takenPlaces(
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
    const holder = holders.get(asCompared(value));
    if (holder !== undefined && holder !== own) taken.add(at);
    else holders.set(asCompared(value), own);
  }
  return taken;
}

/**
 * The settings of a column as they are stored.
 * @throws Refusal `INVALID`: they make no sense for its type, or its items are not so
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
      select 1 from board_items where ${ofBoard(boardId)} and ${compared(id)} is not null
      group by ${compared(id)} having count(*) > 1 limit 1`);
    if (rows.length > 0) throw invalid([faultAt('settings.isUnique', 'valuesRepeat')]);
  }
  return { ...settings, defaultValue };
}

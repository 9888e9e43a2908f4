import { type Cells, hasOptions, hasValues } from '@switchyard/contracts/boards/columns';
import { MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { users } from '../accounts/accounts.schema.ts';
import type { ColumnRow } from './boards.queries.ts';

/** A text as it fits into a cell of one line. */
export const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH);

/** Cells as people read them, by the names of their columns. */
export async function valuesOf(tx: Db, columns: readonly ColumnRow[], cells: Cells): Promise<Record<string, string>> {
  const ids = columns.flatMap(({ id, type }) => (type === 'people' ? ((cells[id] as string[] | undefined) ?? []) : []));
  const people = ids.length > 0 ? await tx.select().from(users).where(inArray(users.id, ids)) : [];
  const read = ({ id, type, options }: ColumnRow): string => {
    const value = cells[id] ?? '';
    if (type === 'file') return Array.isArray(value) ? String(value.length) : '';
    if (Array.isArray(value)) return value.map((one) => people.find((person) => person.id === one)?.name).join(', ');
    if (hasOptions(type)) return options.find((option) => option.id === value)?.name ?? '';
    return String(value);
  };
  return Object.fromEntries(columns.filter(({ type }) => hasValues(type)).map((column) => [column.name, read(column)]));
}

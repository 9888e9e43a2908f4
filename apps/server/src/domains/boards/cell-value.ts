import {
  type Cells,
  type CellValue,
  type ColumnType,
  hasOptions,
  isReadOnlyType,
} from '@switchyard/contracts/boards/columns';
import { MAX_FILES, MAX_RATING, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import { e164, isStorable } from '@switchyard/contracts/entity';
import { type FaultCode, faultAt } from '@switchyard/contracts/text/faults';
import type { TextData } from '@switchyard/contracts/text/registry';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { findFiles } from '../files/index.ts';
import { workspaceMembers } from '../workspaces/workspaces.schema.ts';
import type { ColumnRow } from './boards.queries.ts';

const day = z.iso.date();
const link = z.url({ protocol: /^(https?|mailto|tel)$/ });
const address = z.email();

type Fault = [FaultCode, TextData?] | null;

/** The fault of a value for a column, as far as it can be checked without the database. Expects trimmed text. */
function faultOf(column: ColumnRow, value: Exclude<CellValue, null>): Fault {
  const { type } = column;
  if (isReadOnlyType(type)) return ['keptByServer'];
  if (type === 'number' || type === 'currency')
    return typeof value === 'number' && Number.isFinite(value) ? null : ['number'];
  if (type === 'rating') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return ['wholeNumber'];
    return value < 1 ? ['tooLow', { minimum: 1 }] : value > MAX_RATING ? ['tooHigh', { maximum: MAX_RATING }] : null;
  }
  if (type === 'checkbox') return typeof value === 'boolean' ? null : ['choice'];
  if (type === 'people') return Array.isArray(value) ? null : ['choice'];
  if (type === 'file') {
    if (!Array.isArray(value)) return ['choice'];
    return value.length > MAX_FILES ? ['tooMany', { maximum: MAX_FILES }] : null;
  }
  if (typeof value !== 'string') return ['choice'];
  return isStorable(value) ? faultOfText(column, value) : ['characters'];
}

function faultOfText({ type, options }: ColumnRow, value: string): Fault {
  if (hasOptions(type)) return options.some(({ id }) => id === value) ? null : ['choice'];
  if (type !== 'longText' && value.length > MAX_TEXT_LENGTH) return ['tooLong', { maximum: MAX_TEXT_LENGTH }];
  if (type === 'date') return day.safeParse(value).success ? null : ['day'];
  if (type === 'phone') return e164.safeParse(value).success ? null : ['international'];
  if (type === 'email') return address.safeParse(value).success ? null : ['email'];
  if (type === 'link') return link.safeParse(value).success ? null : ['link'];
  return null;
}

/** The value as stored (trimmed, people without duplicates, null if empty), or its fault. */
export function readValue(column: ColumnRow, value: CellValue): { value: CellValue; fault: Fault } {
  const normalised = typeof value === 'string' ? value.trim() : Array.isArray(value) ? [...new Set(value)] : value;
  if (normalised === null || normalised === '' || (Array.isArray(normalised) && normalised.length === 0)) {
    return { value: null, fault: isReadOnlyType(column.type) ? ['keptByServer'] : null };
  }
  return { value: normalised, fault: faultOf(column, normalised) };
}

/** Which of these people are members of the workspace. */
async function membersAmong(tx: Db, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.organizationId, workspaceId), inArray(workspaceMembers.userId, [...new Set(ids)])));
  return new Set(rows.map(({ id }) => id));
}

/** Which of these ids a column accepts: members, or files, of the workspace. */
export const acceptedIds = async (tx: Db, workspaceId: string, type: ColumnType, ids: readonly string[]) =>
  type === 'file'
    ? new Set((await findFiles(tx, workspaceId, [...new Set(ids)])).keys())
    : membersAmong(tx, workspaceId, ids);

/**
 * The value as stored.
 * @throws Refusal `INVALID` if the column does not accept it
 */
export async function storableValue(
  tx: Db,
  workspaceId: string,
  { column, value, field }: { column: ColumnRow; value: CellValue; field: string },
): Promise<CellValue> {
  const read = readValue(column, value);
  if (read.fault) throw invalid([faultAt(field, ...read.fault)]);
  if (Array.isArray(read.value)) {
    const taken = await acceptedIds(tx, workspaceId, column.type, read.value);
    if (taken.size < read.value.length) throw invalid([faultAt(field, 'choice')]);
  }
  return read.value;
}

/** The cells of a new item as stored, without empty ones. @throws Refusal `INVALID` */
export async function storableCells(
  tx: Db,
  workspaceId: string,
  columns: readonly ColumnRow[],
  given: Cells,
): Promise<Cells> {
  const stored: Cells = {};
  for (const [columnId, value] of Object.entries(given)) {
    const column = columns.find(({ id }) => id === columnId);
    const field = `cells.${columnId}`;
    if (!column) throw invalid([faultAt(field, 'unknownField')]);
    const cell = await storableValue(tx, workspaceId, { column, value, field });
    if (cell !== null) stored[columnId] = cell;
  }
  return stored;
}

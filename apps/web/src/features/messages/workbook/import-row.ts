import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { toLatinDigits } from '@switchyard/contracts/digits';
import {
  MAX_CAMPAIGN_ID_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_PART_LENGTH,
  MAX_SENT_WITH_LENGTH,
} from '@switchyard/contracts/messages/limits';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { type CodedText, text } from '@switchyard/contracts/text/text';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { ColumnKey, ColumnPlaces, ContinuationKey } from './columns.ts';
import { CONTINUATION_KEYS, type KIND_KEY, labelOf, RULE_KEY, RULE_LABEL } from './columns.ts';
import type { DateOrder } from './date-text.ts';
import { readDue } from './due-moment.ts';
import { type CellFault, canBeUncomputed, EMPTY_FORMULA, type Grid, type GridCell, textOfCell } from './grid.ts';
import { formatNumberCell, isGeneral } from './shown-number.ts';

/** A row as `createBatch` takes it; zone and the choice about past dates are added when it is sent. */
export type ImportedMessage = Pick<
  CreateMessage,
  'message' | 'contactName' | 'dueDate' | 'contactList' | 'verifyContact' | 'isRecurring' | 'sentWith' | 'retryCount'
> & {
  status: 'pending' | 'sent' | 'failed' | 'cancelled';
  campaignId?: string;
  recurrence?: { rule: string };
};

/** The same without the contract's defaults. */
export type SentMessage = Partial<ImportedMessage> & Pick<ImportedMessage, 'message' | 'contactList'>;

export type RowReading = { message: ImportedMessage; isDateOnly: boolean } | { faults: CodedText[] } | 'blank';

/** Numbers with more digits than this have lost some on their way into a spreadsheet cell. */
const MAX_EXACT_DIGITS = 15;
const MAX_RETRY_COUNT = 1_000_000;
const STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;

/** What the server refuses of a row, told before it is sent. */
const LONGEST = [
  ['contactName', MAX_CONTACT_NAME_LENGTH],
  ['contactFirstName', MAX_NAME_PART_LENGTH],
  ['contactLastName', MAX_NAME_PART_LENGTH],
  ['whatsAppId', MAX_NAME_PART_LENGTH],
  ['campaignId', MAX_CAMPAIGN_ID_LENGTH],
  ['sentWith', MAX_SENT_WITH_LENGTH],
] as const;

type ReadKey = ColumnKey | ContinuationKey | typeof KIND_KEY | typeof RULE_KEY;

/** Reads one row by spec 002 section 5. `row` is the row's number in the sheet, the header being row 1. */
export function readRow(
  grid: Grid,
  places: ColumnPlaces,
  row: number,
  { order, exampleNumber }: { order: DateOrder; exampleNumber: string },
): RowReading {
  const cellOf = (key: ReadKey) => {
    const column = places.get(key);
    return column === undefined ? undefined : grid.cell(row, column);
  };
  if (isBlank(grid, places, row)) return 'blank';
  const faults: CodedText[] = [];
  const covered = grid.hasMerges && [...places].find(([, column]) => grid.isCovered(row, column));
  if (covered) faults.push(text('cellsMerged', { column: labelOf(covered[0] as ColumnKey) }));
  const told = (key: ReadKey, reading: string | { fault: CellFault }) => {
    if (typeof reading === 'string') return reading;
    faults.push(textOfCell(labelOf(key as ColumnKey), reading.fault));
    return '';
  };
  const written = (key: ReadKey) => told(key, readText(cellOf(key)));
  /** What people read in the cell, where a number in it is a date or a sum of money. */
  const shown = (key: ColumnKey | ContinuationKey) => told(key, shownText(cellOf(key), grid.counts1904));

  const kind = written('kind').trim();
  if (kind !== '' && kind.toLowerCase() !== 'text') {
    return { faults: [text('rowKind', { written: kind.slice(0, 40) })] };
  }
  const message = [shown('message'), ...CONTINUATION_KEYS.filter((key) => places.has(key)).map(shown)].join('');
  const contactName = shown('contactName').trim();
  const writtenMobile = written('contactMobile').trim();
  const mobile = isGroupId(writtenMobile) ? writtenMobile : plainNumber(writtenMobile);
  if (faults.length === 0 && (message.trim() === '' || (contactName === '' && mobile === ''))) {
    const unsure = (['message', 'contactMobile', 'contactName'] as const).find((key) => canBeUncomputed(cellOf(key)));
    return { faults: [unsure ? textOfCell(labelOf(unsure), { code: EMPTY_FORMULA }) : text('rowLacks')] };
  }
  if (message.length > MAX_MESSAGE_LENGTH) {
    faults.push(text('rowMessageLong', { count: message.length, maximum: MAX_MESSAGE_LENGTH }));
  }
  if (message.includes('\0')) faults.push(text('rowNul'));
  if (mobile !== '' && !isGroupId(mobile) && !/^\+?\d{5,15}$/.test(mobile)) {
    faults.push(text('rowMobile', { written: writtenMobile.slice(0, 40), example: exampleNumber }));
  }
  const status = (written('status').trim().toLowerCase() || 'pending') as (typeof STATUSES)[number];
  if (!STATUSES.includes(status)) {
    faults.push(text('rowStatus', { written: status.slice(0, 40) }));
  }
  const due = readDue(cellOf('dueDate'), cellOf('dueTime'), grid.counts1904, order);
  if ('fault' in due) faults.push(due.fault);
  const rule = written(RULE_KEY).trim();
  const ruleFault = rule === '' ? null : faultOfRule(rule, status);
  if (ruleFault) faults.push(ruleFault);
  const names = { firstName: shown('contactFirstName').trim(), lastName: shown('contactLastName').trim() };
  const whatsAppId = written('whatsAppId').trim();
  const campaignId = written('campaignId').trim();
  const sentWith = written('sentWith').trim() || 'whatsapp';
  const retryCount = readCount(written('retryCount'));
  if (retryCount > MAX_RETRY_COUNT) {
    const cell = `Retry Count “${written('retryCount').slice(0, 40)}”`;
    faults.push(text('cellMost', { cell, maximum: MAX_RETRY_COUNT }));
  }
  const yes = (key: 'verifyContact' | 'isRecurring') => {
    const answer = readYesNo(cellOf(key));
    if (answer === null) {
      faults.push(text('cellYesNo', { cell: `${labelOf(key)} “${written(key).trim().slice(0, 40)}”` }));
    }
    return answer ?? false;
  };
  const [verifyContact, isRecurring] = [yes('verifyContact'), yes('isRecurring')];
  const lines = {
    contactName,
    contactFirstName: names.firstName,
    contactLastName: names.lastName,
    whatsAppId,
    campaignId,
    sentWith,
  };
  for (const [key, most] of LONGEST) {
    if (lines[key].length > most) faults.push(text('cellLong', { cell: labelOf(key), maximum: most }));
  }
  if (faults.length > 0 || 'fault' in due) return { faults };

  const entry = withoutBlanks({ mobile, name: contactName, ...names, id: whatsAppId });
  return {
    isDateOnly: due.isDateOnly === true,
    message: {
      message,
      ...(contactName === '' ? {} : { contactName }),
      ...(due.due === undefined ? {} : { dueDate: due.due }),
      status,
      contactList: Object.keys(entry).length === 0 ? [] : [entry],
      verifyContact,
      isRecurring,
      sentWith,
      retryCount,
      ...(campaignId === '' ? {} : { campaignId }),
      ...(rule === '' ? {} : { recurrence: { rule } }),
    },
  };
}

/** A row as it is sent: without what the server takes for granted, which is half of what most rows say. */
export function withoutDefaults(message: ImportedMessage): SentMessage {
  const { status, verifyContact, isRecurring, sentWith, retryCount, ...said } = message;
  return {
    ...said,
    ...(status !== 'pending' && { status }),
    ...(verifyContact && { verifyContact }),
    ...(isRecurring && { isRecurring }),
    ...(sentWith !== 'whatsapp' && { sentWith }),
    ...(retryCount !== 0 && { retryCount }),
  };
}

function faultOfRule(rule: string, status: string): CodedText | null {
  if (status !== 'pending') return text('rowRulePast', { cell: RULE_LABEL });
  const read = readRule(rule);
  return isRuleFault(read)
    ? text('rowRule', { column: RULE_LABEL, written: rule.slice(0, 40), fault: read.message })
    : null;
}

function isBlank(grid: Grid, places: ColumnPlaces, row: number): boolean {
  for (const column of places.values()) {
    const cell = grid.cell(row, column);
    if (cell !== undefined && !canBeUncomputed(cell)) return false;
  }
  return true;
}

/**
 * The text of a cell as a spreadsheet program shows it: a date or a sum by the format of its cell, a number that was
 * computed without its rounding error.
 */
function shownText(cell: GridCell | undefined, counts1904: boolean): string | { fault: CellFault } {
  if (cell?.kind !== 'number' || (isGeneral(cell.format) && Number.isInteger(cell.value))) return readText(cell);
  return formatNumberCell(cell.value, cell.format, counts1904);
}

/** The text of a cell. A number must be one that the cell still holds digit by digit. */
function readText(cell: GridCell | undefined): string | { fault: CellFault } {
  if (!cell || canBeUncomputed(cell)) return '';
  if (cell.kind === 'fault') return { fault: { code: cell.reason } };
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'boolean') return cell.value ? 'TRUE' : 'FALSE';
  const digits = Math.abs(cell.value) < 1e21 ? String(cell.value) : cell.value.toFixed(0);
  if (digits.replace(/\D/g, '').replace(/^0+/, '').length > MAX_EXACT_DIGITS && Math.abs(cell.value) >= 1) {
    return { fault: { code: 'cellDigits' } };
  }
  return digits;
}

/** A phone number without the marks people and programs put into it. */
function plainNumber(text: string): string {
  // A number below zero is none that was written with hyphens.
  if (/^\s*[-−‐-―]/.test(text)) return text;
  const bare = text.normalize('NFKC').replace(/[\p{Cf}\p{White_Space}().\-/‐-―'’]/gu, '');
  return toLatinDigits(bare).replace(/^00(?=[1-9])/, '+');
}

const YES: readonly string[] = ['yes', 'y', 'true', 'on', '1'];
const NO: readonly string[] = ['', 'no', 'n', 'false', 'off', '0'];

/** @returns null: neither */
function readYesNo(cell: GridCell | undefined): boolean | null {
  const written = readText(cell);
  // What is wrong with the cell itself is told with its text.
  if (typeof written !== 'string') return null;
  const word = written.trim().toLowerCase();
  return YES.includes(word) ? true : NO.includes(word) ? false : null;
}

function readCount(text: string): number {
  const count = Number.parseInt(toLatinDigits(text.trim()), 10);
  return Number.isNaN(count) ? 0 : Math.max(count, 0);
}

function withoutBlanks<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}

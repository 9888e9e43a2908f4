import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { withLatinDigits } from '@switchyard/contracts/digits';
import {
  MAX_CAMPAIGN_ID_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_PART_LENGTH,
  MAX_SENT_WITH_LENGTH,
} from '@switchyard/contracts/messages/limits';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { ColumnKey, ColumnPlaces, ContinuationKey } from './columns.ts';
import { CONTINUATION_KEYS, type KIND_KEY, labelOf, RULE_KEY, RULE_LABEL } from './columns.ts';
import type { DateOrder } from './date-text.ts';
import { readDue } from './due-moment.ts';
import { canBeUncomputed, EMPTY_FORMULA, type Grid, type GridCell } from './grid.ts';
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

export type RowReading = { message: ImportedMessage; isDateOnly: boolean } | { faults: string[] } | 'blank';

export const MISSING_FIELDS = 'Missing required fields: message and contact information';

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
  const faults: string[] = [];
  const covered = grid.hasMerges && [...places].find(([, column]) => grid.isCovered(row, column));
  if (covered) faults.push(`Merged cells in ${labelOf(covered[0] as ColumnKey)}: unmerge them and fill in every row`);
  const told = (key: ReadKey, reading: string | { fault: string }) => {
    if (typeof reading === 'string') return reading;
    faults.push(`${labelOf(key as ColumnKey)} ${reading.fault}`);
    return '';
  };
  const text = (key: ReadKey) => told(key, readText(cellOf(key)));
  /** What people read in the cell, where a number in it is a date or a sum of money. */
  const shown = (key: ColumnKey | ContinuationKey) => told(key, shownText(cellOf(key), grid.counts1904));

  const kind = text('kind').trim();
  if (kind !== '' && kind.toLowerCase() !== 'text') {
    return { faults: [`Kind “${kind.slice(0, 40)}” cannot be imported; only text messages can`] };
  }
  const message = [shown('message'), ...CONTINUATION_KEYS.filter((key) => places.has(key)).map(shown)].join('');
  const contactName = shown('contactName').trim();
  const writtenMobile = text('contactMobile').trim();
  const mobile = isGroupId(writtenMobile) ? writtenMobile : plainNumber(writtenMobile);
  if (faults.length === 0 && (message.trim() === '' || (contactName === '' && mobile === ''))) {
    const unsure = (['message', 'contactMobile', 'contactName'] as const).find((key) => canBeUncomputed(cellOf(key)));
    return { faults: [unsure ? `${labelOf(unsure)} ${EMPTY_FORMULA}` : MISSING_FIELDS] };
  }
  if (message.length > MAX_MESSAGE_LENGTH) {
    faults.push(
      `Message has ${message.length.toLocaleString('en')} characters; at most ${MAX_MESSAGE_LENGTH.toLocaleString('en')} are allowed`,
    );
  }
  if (message.includes('\0')) faults.push('Message contains a NUL character');
  if (mobile !== '' && !isGroupId(mobile) && !/^\+?\d{5,15}$/.test(mobile)) {
    faults.push(`Contact Mobile “${writtenMobile.slice(0, 40)}” is not a phone number; write it as ${exampleNumber}`);
  }
  const status = (text('status').trim().toLowerCase() || 'pending') as (typeof STATUSES)[number];
  if (!STATUSES.includes(status)) {
    faults.push(`Status “${status.slice(0, 40)}” cannot be imported; use pending, sent, failed or cancelled`);
  }
  const due = readDue(cellOf('dueDate'), cellOf('dueTime'), grid.counts1904, order);
  if ('fault' in due) faults.push(due.fault);
  const rule = text(RULE_KEY).trim();
  const ruleFault = rule === '' ? null : faultOfRule(rule, status);
  if (ruleFault) faults.push(`${RULE_LABEL} ${ruleFault}`);
  const names = { firstName: shown('contactFirstName').trim(), lastName: shown('contactLastName').trim() };
  const whatsAppId = text('whatsAppId').trim();
  const campaignId = text('campaignId').trim();
  const sentWith = text('sentWith').trim() || 'whatsapp';
  const retryCount = readCount(text('retryCount'));
  if (retryCount > MAX_RETRY_COUNT) {
    faults.push(
      `Retry Count “${text('retryCount').slice(0, 40)}” is more than ${MAX_RETRY_COUNT.toLocaleString('en')}`,
    );
  }
  const yes = (key: 'verifyContact' | 'isRecurring') => {
    const answer = readYesNo(cellOf(key));
    if (answer === null) faults.push(`${labelOf(key)} “${text(key).trim().slice(0, 40)}” is neither Yes nor No`);
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
    if (lines[key].length > most) faults.push(`${labelOf(key)} has more than ${most} characters`);
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

function faultOfRule(rule: string, status: string): string | null {
  if (status !== 'pending') return 'is for messages that are still to be sent; this row is recorded as it is';
  const read = readRule(rule);
  return isRuleFault(read) ? `“${rule.slice(0, 40)}” cannot be used: ${read.message}` : null;
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
function shownText(cell: GridCell | undefined, counts1904: boolean): string | { fault: string } {
  if (cell?.kind !== 'number' || (isGeneral(cell.format) && Number.isInteger(cell.value))) return readText(cell);
  return formatNumberCell(cell.value, cell.format, counts1904);
}

/** The text of a cell. A number must be one that the cell still holds digit by digit. */
function readText(cell: GridCell | undefined): string | { fault: string } {
  if (!cell || canBeUncomputed(cell)) return '';
  if (cell.kind === 'fault') return { fault: cell.reason };
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'boolean') return cell.value ? 'TRUE' : 'FALSE';
  const digits = Math.abs(cell.value) < 1e21 ? String(cell.value) : cell.value.toFixed(0);
  if (digits.replace(/\D/g, '').replace(/^0+/, '').length > MAX_EXACT_DIGITS && Math.abs(cell.value) >= 1) {
    return { fault: 'is a number of more than 15 digits, which a spreadsheet cannot keep; format the cell as text' };
  }
  return digits;
}

/** A phone number without the marks people and programs put into it. */
function plainNumber(text: string): string {
  // A number below zero is none that was written with hyphens.
  if (/^\s*[-−‐-―]/.test(text)) return text;
  const bare = text.normalize('NFKC').replace(/[\p{Cf}\p{White_Space}().\-/‐-―'’]/gu, '');
  return withLatinDigits(bare).replace(/^00(?=[1-9])/, '+');
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
  const count = Number.parseInt(withLatinDigits(text.trim()), 10);
  return Number.isNaN(count) ? 0 : Math.max(count, 0);
}

function withoutBlanks<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}

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
import { YES_NO_FIELDS } from '@switchyard/contracts/messages/yes-no-fields';
import { type CodedText, text } from '@switchyard/contracts/text/text';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { ColumnKey, ColumnPlaces, ContinuationKey } from './columns.ts';
import { CONTINUATION_KEYS, type KIND_KEY, labelOf, RULE_KEY, RULE_LABEL } from './columns.ts';
import type { DateOrder } from './date-text.ts';
import { readDue } from './due-moment.ts';
import { formatNumberCell, isGeneral } from './format-number-cell.ts';
import { type CellFault, canBeUncomputed, EMPTY_FORMULA, type Grid, type GridCell, textOfCell } from './grid.ts';

type YesNoField = (typeof YES_NO_FIELDS)[number];

/** A row as `createBatch` takes it; the zone and the choice for past dates are added when it is sent. */
export type ImportedMessage = Pick<
  CreateMessage,
  'message' | 'contactName' | 'dueDate' | 'contactList' | 'sentWith' | 'retryCount' | YesNoField
> & {
  status: 'pending' | 'sent' | 'failed' | 'cancelled';
  campaignId?: string;
  recurrence?: { rule: string };
};

/** The same without the contract's defaults. */
export type SentMessage = Partial<ImportedMessage> & Pick<ImportedMessage, 'message' | 'contactList'>;

export type RowReading = { message: ImportedMessage; isDateOnly: boolean } | { faults: CodedText[] } | 'blank';

/** Spreadsheet cells lose digits of numbers longer than this. */
const MAX_EXACT_DIGITS = 15;
const MAX_RETRY_COUNT = 1_000_000;
const STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;

/** Length limits of the server, checked before sending. */
const MAX_LENGTHS = [
  ['contactName', MAX_CONTACT_NAME_LENGTH],
  ['contactFirstName', MAX_NAME_PART_LENGTH],
  ['contactLastName', MAX_NAME_PART_LENGTH],
  ['whatsAppId', MAX_NAME_PART_LENGTH],
  ['campaignId', MAX_CAMPAIGN_ID_LENGTH],
  ['sentWith', MAX_SENT_WITH_LENGTH],
] as const;

type ReadKey = ColumnKey | ContinuationKey | typeof KIND_KEY | typeof RULE_KEY;

/** Parses a row by spec 002 section 5. `row` is its number in the sheet; the header is row 1. */
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
  const textOrFault = (key: ReadKey, reading: string | { fault: CellFault }) => {
    if (typeof reading === 'string') return reading;
    faults.push(textOfCell(labelOf(key as ColumnKey), reading.fault));
    return '';
  };
  const readCellText = (key: ReadKey) => textOrFault(key, readText(cellOf(key)));
  /** The displayed text, for dates and amounts of money. */
  const readShownText = (key: ColumnKey | ContinuationKey) => textOrFault(key, shownText(cellOf(key), grid.counts1904));

  const kind = readCellText('kind').trim();
  if (kind !== '' && kind.toLowerCase() !== 'text') {
    return { faults: [text('rowKind', { written: kind.slice(0, 40) })] };
  }
  const message = [
    readShownText('message'),
    ...CONTINUATION_KEYS.filter((key) => places.has(key)).map(readShownText),
  ].join('');
  const contactName = readShownText('contactName').trim();
  const writtenMobile = readCellText('contactMobile').trim();
  const mobile = isGroupId(writtenMobile) ? writtenMobile : plainNumber(writtenMobile);
  if (faults.length === 0 && (message.trim() === '' || (contactName === '' && mobile === ''))) {
    const uncomputed = (['message', 'contactMobile', 'contactName'] as const).find((key) =>
      canBeUncomputed(cellOf(key)),
    );
    return { faults: [uncomputed ? textOfCell(labelOf(uncomputed), { code: EMPTY_FORMULA }) : text('rowLacks')] };
  }
  if (message.length > MAX_MESSAGE_LENGTH) {
    faults.push(text('rowMessageLong', { count: message.length, maximum: MAX_MESSAGE_LENGTH }));
  }
  if (message.includes('\0')) faults.push(text('rowNul'));
  if (mobile !== '' && !isGroupId(mobile) && !/^\+?\d{5,15}$/.test(mobile)) {
    faults.push(text('rowMobile', { written: writtenMobile.slice(0, 40), example: exampleNumber }));
  }
  const status = (readCellText('status').trim().toLowerCase() || 'pending') as (typeof STATUSES)[number];
  if (!STATUSES.includes(status)) {
    faults.push(text('rowStatus', { written: status.slice(0, 40) }));
  }
  const due = readDue(cellOf('dueDate'), cellOf('dueTime'), grid.counts1904, order);
  if ('fault' in due) faults.push(due.fault);
  const rule = readCellText(RULE_KEY).trim();
  const ruleFault = rule === '' ? null : faultOfRule(rule, status);
  if (ruleFault) faults.push(ruleFault);
  const names = {
    firstName: readShownText('contactFirstName').trim(),
    lastName: readShownText('contactLastName').trim(),
  };
  const whatsAppId = readCellText('whatsAppId').trim();
  const campaignId = readCellText('campaignId').trim();
  const sentWith = readCellText('sentWith').trim() || 'whatsapp';
  const retryCount = readCount(readCellText('retryCount'));
  if (retryCount > MAX_RETRY_COUNT) {
    const cell = `Retry Count “${readCellText('retryCount').slice(0, 40)}”`;
    faults.push(text('cellMost', { cell, maximum: MAX_RETRY_COUNT }));
  }
  const yes = (key: YesNoField) => {
    const answer = readYesNo(cellOf(key));
    if (answer === null) {
      faults.push(text('cellYesNo', { cell: `${labelOf(key)} “${readCellText(key).trim().slice(0, 40)}”` }));
    }
    return answer ?? false;
  };
  const settings = Object.fromEntries(YES_NO_FIELDS.map((key) => [key, yes(key)])) as Record<YesNoField, boolean>;
  const lines = {
    contactName,
    contactFirstName: names.firstName,
    contactLastName: names.lastName,
    whatsAppId,
    campaignId,
    sentWith,
  };
  for (const [key, maximum] of MAX_LENGTHS) {
    if (lines[key].length > maximum) faults.push(text('cellLong', { cell: labelOf(key), maximum }));
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
      ...settings,
      sentWith,
      retryCount,
      ...(campaignId === '' ? {} : { campaignId }),
      ...(rule === '' ? {} : { recurrence: { rule } }),
    },
  };
}

/** Drops values that equal the server's defaults, which make up half of most rows. */
export function withoutDefaults(message: ImportedMessage): SentMessage {
  const { status, sentWith, retryCount, ...rest } = message;
  return {
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== false)) as Pick<
      ImportedMessage,
      'message' | 'contactList'
    >),
    ...(status !== 'pending' && { status }),
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
 * The text of a cell as a spreadsheet program shows it: dates and amounts in the cell's format, computed numbers
 * without rounding error.
 */
function shownText(cell: GridCell | undefined, counts1904: boolean): string | { fault: CellFault } {
  if (cell?.kind !== 'number' || (isGeneral(cell.format) && Number.isInteger(cell.value))) return readText(cell);
  return formatNumberCell(cell.value, cell.format, counts1904);
}

/** The text of a cell. Numbers must be short enough to be stored exactly. */
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

/** Strips punctuation and invisible characters from a phone number. */
function plainNumber(text: string): string {
  // A negative number is not one written with hyphens.
  if (/^\s*[-−‐-―]/.test(text)) return text;
  const bare = text.normalize('NFKC').replace(/[\p{Cf}\p{White_Space}().\-/‐-―'’]/gu, '');
  return toLatinDigits(bare).replace(/^00(?=[1-9])/, '+');
}

const YES: readonly string[] = ['yes', 'y', 'true', 'on', '1'];
const NO: readonly string[] = ['', 'no', 'n', 'false', 'off', '0'];

/** @returns null if the text is neither yes nor no */
function readYesNo(cell: GridCell | undefined): boolean | null {
  const content = readText(cell);
  // An error of the cell itself is reported with its text.
  if (typeof content !== 'string') return null;
  const word = content.trim().toLowerCase();
  return YES.includes(word) ? true : NO.includes(word) ? false : null;
}

function readCount(text: string): number {
  const count = Number.parseInt(toLatinDigits(text.trim()), 10);
  return Number.isNaN(count) ? 0 : Math.max(count, 0);
}

function withoutBlanks<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}

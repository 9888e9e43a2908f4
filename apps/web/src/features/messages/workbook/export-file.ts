import type { Message } from '@switchyard/contracts/messages/message';
import { inEnglish } from '@switchyard/contracts/text/text';
import { MAX_CELL_LENGTH } from '../../../lib/workbook/limits.ts';
import { escapedText, type SheetCell, writeWorkbook } from '../../../lib/workbook/write-workbook.ts';
import { resolveWallClock, wallClockAt } from '../zones/wall-clock.ts';
import { COLUMNS, CONTINUATION_LABELS, type ColumnKey, KIND_LABEL } from './columns.ts';

export const EXPORT_SHEET = 'Messages';
const WIDTHS = [24, 10, 48, 12, 9, 18, 18, 18, 26, 14, 12, 30, 12, 12, 14, 26, 26];

/**
 * Writes messages to a workbook with the sheet `Messages` (spec 002 section 9). Dates are wall-clock times of `zone`.
 * Importing the file in that zone gives the same messages; those already sent are recorded, not sent again.
 */
export function writeExport(messages: readonly Message[], zone: string): Uint8Array<ArrayBuffer> {
  const parts = Math.max(1, ...messages.map(({ message }) => cellTexts(message).length));
  const withKind = messages.some((message) => message.kind !== 'text');
  const header = [
    ...COLUMNS.map(({ label }) => label),
    ...CONTINUATION_LABELS.slice(0, parts - 1),
    ...(withKind ? [KIND_LABEL] : []),
  ];
  const rows = messages.map((message) => {
    const row = toRow(message, zone);
    if (withKind) row[header.length - 1] = message.attachment?.media ?? message.kind;
    return row;
  });
  return writeWorkbook([{ name: EXPORT_SHEET, rows: [header, ...rows], widths: WIDTHS }], 'Scheduled messages');
}

function toRow(message: Message, zone: string): SheetCell[] {
  const entry = message.contactList[0] ?? {};
  const [text, ...continuation] = cellTexts(message.message);
  const wallClock = wallClockAt(Date.parse(message.dueDate), zone);
  const derived: Partial<Record<ColumnKey, SheetCell>> = {
    message: text,
    dueDate: dueDateCell(message.dueDate, wallClock, zone),
    dueTime: wallClock.slice(11).replace(/:00$/, ''),
    contactMobile: entry.mobile,
    contactFirstName: entry.firstName,
    contactLastName: entry.lastName,
    whatsAppId: entry.id,
    sendFailureReason: message.sendFailureReason === null ? undefined : inEnglish(message.sendFailureReason),
  };
  const cellOf = (key: ColumnKey) => (key in derived ? derived[key] : plainCell(message[key as keyof Message]));
  return [...COLUMNS.map(({ key }) => cellOf(key)), ...continuation];
}

function plainCell(value: Message[keyof Message]): SheetCell {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * A date cell. The second of two equal wall-clock times (clocks going back) needs its offset, so it is written as text.
 */
function dueDateCell(dueDate: string, wallClock: string, zone: string): SheetCell {
  const instantMs = Math.floor(Date.parse(dueDate) / 1000) * 1000;
  const isReadBack = resolveWallClock(wallClock, zone).instantMs === instantMs;
  return isReadBack ? { date: wallClock.slice(0, 10) } : new Date(instantMs).toISOString().replace('.000', '');
}

function cellTexts(text: string): string[] {
  let end = Math.min(text.length, MAX_CELL_LENGTH);
  for (let over = 1; over > 0; end -= Math.max(0, Math.ceil(over / 7))) {
    over = escapedText(text.slice(0, end)).length - MAX_CELL_LENGTH;
  }
  if (end >= text.length) return [text];
  // Do not split a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
  return [text.slice(0, end), ...cellTexts(text.slice(end))];
}

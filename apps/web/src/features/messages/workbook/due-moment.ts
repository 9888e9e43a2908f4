import { type CodedText, text } from '@switchyard/contracts/text/text';
import { readDateSerial } from './date-serial.ts';
import { type DateOrder, type Moment, type MomentReading, readDateText } from './date-text.ts';
import { formatNumberCell, isGeneral } from './format-number-cell.ts';
import { type GridCell, textOfCell } from './grid.ts';

/**
 * When a row is due: wall-clock `YYYY-MM-DDTHH:mm:ss`, with an offset if the file has one. Undefined if the row has no
 * due time.
 */
export type DueReading = { due: string | undefined; isDateOnly?: boolean } | { fault: CodedText };

/**
 * The due moment of a row: Due Date if present, otherwise Due Time (spec 002 section 5). If Due Date holds only a date
 * and Due Time only a time of day, they are combined. A date without a time is midnight.
 */
export function readDue(
  dueDate: GridCell | undefined,
  dueTime: GridCell | undefined,
  counts1904: boolean,
  order: DateOrder,
): DueReading {
  const date = dueDate && readCell('Due Date', dueDate, counts1904, order);
  if (date && 'fault' in date) return date;
  if (date?.moment.date && date.moment.time) return { due: written(date.moment) };
  const time = dueTime && readCell('Due Time', dueTime, counts1904, order);
  if (time && 'fault' in time) return time;
  if (date) {
    if (!date.moment.date) return { fault: text('cellTimeAlone', { cell: `Due Date ${date.shown}` }) };
    const combined = time && !time.moment.date ? { ...date.moment, ...time.moment } : date.moment;
    return combined.time ? { due: written(combined) } : { due: written(combined), isDateOnly: true };
  }
  if (!time) return { due: undefined };
  if (!time.moment.date) return { fault: text('cellNoDateBeside', { cell: `Due Time ${time.shown}` }) };
  return time.moment.time ? { due: written(time.moment) } : { due: written(time.moment), isDateOnly: true };
}

function readCell(
  label: string,
  cell: GridCell,
  counts1904: boolean,
  order: DateOrder,
): { moment: Moment; shown: string } | { fault: CodedText } {
  if (cell.kind === 'fault') return { fault: textOfCell(label, { code: cell.reason }) };
  if (cell.kind === 'boolean') return { fault: text('cellNoDate', { cell: label }) };
  const reading =
    cell.kind === 'text' ? readDateText(cell.text, order) : readDateSerial(cell.value, cell.format, counts1904);
  const shown = `“${shownIn(cell, counts1904, reading).slice(0, 40)}”`;
  return 'fault' in reading
    ? { fault: textOfCell(`${label} ${shown}`, reading.fault) }
    : { moment: reading.moment, shown };
}

/** The cell's displayed text. An unformatted fraction of a day is shown as a time. */
function shownIn(
  cell: Extract<GridCell, { kind: 'text' | 'number' }>,
  counts1904: boolean,
  reading: MomentReading,
): string {
  if (cell.kind === 'text') return cell.text.trim();
  if (!isGeneral(cell.format)) return formatNumberCell(cell.value, cell.format, counts1904);
  return ('moment' in reading && !reading.moment.date && reading.moment.time?.slice(0, 5)) || String(cell.value);
}

function written({ date, time = '00:00:00', offset = '' }: Moment): string {
  return `${date}T${time}${offset}`;
}

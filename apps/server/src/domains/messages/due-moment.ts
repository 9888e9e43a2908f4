import type { FieldFault } from '@switchyard/contracts/errors';
import { Temporal } from 'temporal-polyfill';

/** When a message is meant to go out: the instant, and the wall-clock time and zone it was meant in. */
export interface DueMoment {
  dueAt: Date;
  /** `YYYY-MM-DDTHH:mm`, with `:ss` where seconds were meant. */
  dueLocal: string;
  zone: string;
}

export interface DueInput {
  /** As the user gave it; undefined: now. */
  dueDate?: string | undefined;
  /** Zone of a due date without offset, and in which the wall-clock time is shown. */
  zone: string;
  /** What to do with a due date more than a minute in the past: refuse it, send at once, or (history) only record it. */
  past: 'refuse' | 'send-now' | 'record';
}

/** People type "now" and press the button some seconds later. */
const PAST_TOLERANCE_MS = 60_000;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const SHAPE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads a due date. With an offset it is that instant; without, wall-clock time in `zone` (a date alone: its midnight).
 * Daylight saving: a local time that does not exist moves forward by the gap (02:30 becomes 03:30), one that exists twice is the earlier;
 * the answer's `dueLocal` shows what it became.
 * @returns the moment, or what is wrong with the field `dueDate`.
 */
export function readDueMoment({ dueDate, zone, past }: DueInput, nowMs: number): DueMoment | FieldFault {
  if (dueDate === undefined) return momentOf(Temporal.Instant.fromEpochMilliseconds(nowMs), zone);
  const instant = readInstant(dueDate.trim(), zone);
  if (!instant) return fault('Give a date and time, such as 2026-12-01T09:30 or 2026-12-01T09:30:00Z.');
  const { year } = instant.toZonedDateTimeISO(zone);
  if (year < FIRST_YEAR || year > LAST_YEAR) return fault(`The year must be between ${FIRST_YEAR} and ${LAST_YEAR}.`);
  if (past === 'refuse' && instant.epochMilliseconds < nowMs - PAST_TOLERANCE_MS) {
    return fault('The due date is in the past. Choose a later one, or choose to send it now.');
  }
  return momentOf(instant, zone);
}

export const isFault = <T extends object>(value: T | FieldFault): value is FieldFault => 'field' in value;

function readInstant(text: string, zone: string): Temporal.Instant | null {
  const { date, time, offset } = SHAPE.exec(text)?.groups ?? {};
  if (!date) return null;
  try {
    if (offset) return Temporal.Instant.from(`${date}T${time}${offset.toUpperCase()}`);
    // `overflow: reject` refuses 30 February; `compatible` is the daylight saving rule above.
    const local = Temporal.PlainDateTime.from(`${date}T${time ?? '00:00'}`, { overflow: 'reject' });
    return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
  } catch {
    return null;
  }
}

function momentOf(instant: Temporal.Instant, zone: string): DueMoment {
  const toTheMillisecond = Temporal.Instant.fromEpochMilliseconds(instant.epochMilliseconds);
  const local = toTheMillisecond.toZonedDateTimeISO(zone).toPlainDateTime();
  return {
    dueAt: new Date(toTheMillisecond.epochMilliseconds),
    dueLocal: local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second', roundingMode: 'floor' }),
    zone,
  };
}

const fault = (message: string): FieldFault => ({ field: 'dueDate', message });

import type { FieldFault } from '@switchyard/contracts/errors';
import { FIRST_DUE_YEAR, LAST_DUE_YEAR, PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { type FaultCode, faultAt } from '@switchyard/contracts/text/faults';
import type { TextData } from '@switchyard/contracts/text/registry';
import { Temporal } from 'temporal-polyfill';

/** When a message is meant to go out: the instant, and the wall-clock time and zone it was meant in. */
export interface DueMoment {
  dueAt: Date;
  /** `YYYY-MM-DDTHH:mm`, with `:ss` where seconds were meant. */
  dueLocal: string;
  zone: string;
}

export interface DueInput {
  /** As the user gave it; `now` or undefined: now. */
  dueDate?: string | undefined;
  /** Zone of a due date without offset, and in which the wall-clock time is shown. */
  zone: string;
  /**
   * What to do with a due date more than a minute in the past: refuse it, send at once, or (history) only record it.
   */
  past: 'refuse' | 'send-now' | 'record';
}

const NOW = 'now';
const SHAPE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads a due date. With an offset it is that instant; without, wall-clock time in `zone` (a date alone: its midnight).
 * Daylight saving: a local time that does not exist moves forward by the gap (02:30 becomes 03:30), one that exists
 * twice is the earlier; the answer's `dueLocal` shows what it became.
 * @returns the moment, or what is wrong with the field `dueDate`.
 */
export function readDueMoment({ dueDate, zone, past }: DueInput, nowMs: number): DueMoment | FieldFault {
  if (dueDate === undefined || dueDate === NOW) return momentOf(localAt(nowMs, zone), zone);
  const moment = readWritten(dueDate.trim(), zone);
  if (isFault(moment)) return moment;
  if (past === 'refuse' && moment.dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
    return fault('duePast');
  }
  return moment;
}

const MAX_KNOWN_MOMENTS = 5_000;
const knownMoments = new Map<string, DueMoment | FieldFault>();

/** Reading one takes 10 µs, and the rows of an import are due at few different moments. */
function readWritten(text: string, zone: string): DueMoment | FieldFault {
  const key = `${zone} ${text}`;
  const known = knownMoments.get(key);
  if (known) return isFault(known) ? known : { ...known, dueAt: new Date(known.dueAt) };
  const read = momentIn(text, zone);
  if (knownMoments.size >= MAX_KNOWN_MOMENTS) knownMoments.clear();
  knownMoments.set(key, read);
  return read;
}

function momentIn(text: string, zone: string): DueMoment | FieldFault {
  const instant = readInstant(text, zone);
  if (!instant) return fault('dueUnreadable');
  const local = localAt(instant.epochMilliseconds, zone);
  const { year } = local;
  if (year < FIRST_DUE_YEAR || year > LAST_DUE_YEAR) {
    return fault('dueYear', { first: String(FIRST_DUE_YEAR), last: String(LAST_DUE_YEAR) });
  }
  return momentOf(local, zone);
}

/** Whether a reading ended in a fault. Of two results the one that names a field is the fault. */
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

/** The moment to the millisecond, as the database keeps no more. */
const localAt = (epochMs: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);

/** An instant as a due moment, as clocks of a zone show it. */
export const momentAt = (epochMs: number, zone: string): DueMoment => momentOf(localAt(epochMs, zone), zone);

function momentOf(local: Temporal.ZonedDateTime, zone: string): DueMoment {
  const { year, month, day, hour, minute, second } = local;
  const two = (value: number) => String(value).padStart(2, '0');
  // Years are within four digits here. Written by hand, as an import formats a hundred thousand of them.
  const wall = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
  return {
    dueAt: new Date(local.epochMilliseconds),
    dueLocal: second === 0 ? wall : `${wall}:${two(second)}`,
    zone,
  };
}

const fault = (code: FaultCode, data?: TextData): FieldFault => faultAt('dueDate', code, data);

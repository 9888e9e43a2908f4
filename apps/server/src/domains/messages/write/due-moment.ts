import type { FieldFault } from '@switchyard/contracts/errors';
import { FIRST_DUE_YEAR, LAST_DUE_YEAR, PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { type FaultCode, faultAt } from '@switchyard/contracts/text/faults';
import type { TextData } from '@switchyard/contracts/text/registry';
import { Temporal } from 'temporal-polyfill';

/** When a message should go out: the instant, and the wall-clock time and zone it was given in. */
export interface DueMoment {
  dueAt: Date;
  /** `YYYY-MM-DDTHH:mm`, with `:ss` if seconds were given. */
  dueLocal: string;
  zone: string;
}

export interface DueInput {
  /** As the user gave it; `now` or undefined means now. */
  dueDate?: string | undefined;
  /** Zone of a due date without offset, also used to show the wall-clock time. */
  zone: string;
  /** What to do with a due date more than a minute in the past: refuse it, send now, or (history) only record it. */
  past: 'refuse' | 'send-now' | 'record';
}

const NOW = 'now';
const SHAPE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads a due date. With an offset it is that instant; without one, wall-clock time in `zone` (a date alone: midnight).
 * Daylight saving: a local time that doesn't exist moves forward by the gap (02:30 becomes 03:30), one that exists
 * twice is the earlier; `dueLocal` of the result shows the outcome.
 * @returns the moment, or the fault of `dueDate`
 */
export function readDueMoment({ dueDate, zone, past }: DueInput, nowMs: number): DueMoment | FieldFault {
  if (dueDate === undefined || dueDate === NOW) return momentOf(localAt(nowMs, zone), zone);
  const moment = readDueDate(dueDate.trim(), zone);
  if (isFault(moment)) return moment;
  if (past === 'refuse' && moment.dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
    return fault('duePast');
  }
  return moment;
}

const MAX_CACHED_MOMENTS = 5_000;
const momentCache = new Map<string, DueMoment | FieldFault>();

/** Caches moments: parsing one takes 10 µs, and the rows of an import share a few due dates. */
function readDueDate(text: string, zone: string): DueMoment | FieldFault {
  const key = `${zone} ${text}`;
  const cached = momentCache.get(key);
  if (cached) return isFault(cached) ? cached : { ...cached, dueAt: new Date(cached.dueAt) };
  const moment = parseDueDate(text, zone);
  if (momentCache.size >= MAX_CACHED_MOMENTS) momentCache.clear();
  momentCache.set(key, moment);
  return moment;
}

function parseDueDate(text: string, zone: string): DueMoment | FieldFault {
  const instant = readInstant(text, zone);
  if (!instant) return fault('dueUnreadable');
  const local = localAt(instant.epochMilliseconds, zone);
  const { year } = local;
  if (year < FIRST_DUE_YEAR || year > LAST_DUE_YEAR) {
    return fault('dueYear', { first: String(FIRST_DUE_YEAR), last: String(LAST_DUE_YEAR) });
  }
  return momentOf(local, zone);
}

/** Whether a result is a fault: of the two, only a fault names a field. */
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

/** Truncated to the millisecond, like the database. */
const localAt = (epochMs: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);

/** An instant as a due moment, in a zone's wall-clock time. */
export const momentAt = (epochMs: number, zone: string): DueMoment => momentOf(localAt(epochMs, zone), zone);

function momentOf(local: Temporal.ZonedDateTime, zone: string): DueMoment {
  const { year, month, day, hour, minute, second } = local;
  const pad = (value: number) => String(value).padStart(2, '0');
  // Years have four digits here. Formatted manually because an import formats a hundred thousand of them.
  const wall = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
  return {
    dueAt: new Date(local.epochMilliseconds),
    dueLocal: second === 0 ? wall : `${wall}:${pad(second)}`,
    zone,
  };
}

const fault = (code: FaultCode, data?: TextData): FieldFault => faultAt('dueDate', code, data);

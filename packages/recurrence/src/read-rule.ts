import { MAX_RULE_LENGTH } from '@switchyard/contracts/messages/limits';
import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import {
  FREQUENCIES,
  type Frequency,
  MAX_COUNT,
  MAX_INTERVAL,
  MAX_TIMES_PER_DAY,
  plainRule,
  type Rule,
  WEEKDAYS,
  type Weekday,
} from './rule.ts';

/** The first fault of a rule: its part (`COUNT`), and a message for the author. */
export interface RuleFault {
  part: string;
  message: Text;
}

export const isRuleFault = (read: Rule | RuleFault): read is RuleFault => 'part' in read;

/** Converts a UTC time (`2026-12-01T08:30:00Z`) to wall-clock time in the rule's zone. */
export type ToWallTime = (utc: string) => string;

class Fault extends TextError {
  readonly part: string;
  constructor(part: string, why: Text) {
    super(why);
    this.part = part;
  }
}

/**
 * Parses an RFC 5545 rule, with or without `RRULE:` in front.
 * @param toWallTime for an UNTIL in UTC; without it, the digits are taken as wall-clock time
 * @returns the rule, or its first fault
 */
export function readRule(text: string, toWallTime?: ToWallTime): Rule | RuleFault {
  try {
    const rule = ruleOf(partsOf(text), toWallTime);
    refuseMisfits(rule);
    return rule;
  } catch (error) {
    if (error instanceof Fault) return { part: error.part, message: error.text };
    throw error;
  }
}

type RuleParts = ReadonlyMap<string, string>;

const KNOWN = new Set(
  'FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYYEARDAY BYWEEKNO BYHOUR BYMINUTE BYSECOND BYSETPOS WKST'.split(
    ' ',
  ),
);

function partsOf(rule: string): RuleParts {
  if (rule.length > MAX_RULE_LENGTH) throw new Fault('RRULE', text('ruleTooLong', { maximum: MAX_RULE_LENGTH }));
  const written = rule
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase();
  if (written === '') throw new Fault('RRULE', text('ruleMissing'));
  const parts = new Map<string, string>();
  for (const part of written.split(';')) {
    const [name = '', value = '', ...more] = part.split('=').map((half) => half.trim());
    if (!KNOWN.has(name)) throw new Fault('RRULE', text('rulePartUnknown', { part: part.slice(0, 40) }));
    if (value === '' || more.length > 0) throw new Fault(name, text('rulePartEmpty', { part: name }));
    if (parts.has(name)) throw new Fault(name, text('rulePartTwice', { part: name }));
    parts.set(name, value);
  }
  return parts;
}

function ruleOf(parts: RuleParts, toWallTime: ToWallTime | undefined): Rule {
  const numbers = (name: string, range: Range) => readNumbers(parts, name, range);
  if (readNumbers(parts, 'BYSECOND', { from: 0, to: 0 }).length > 1) throw new Fault('BYSECOND', text('ruleSecond'));
  return {
    ...plainRule(readFrequency(parts), numbers('INTERVAL', { from: 1, to: MAX_INTERVAL, isOne: true })[0]),
    count: numbers('COUNT', { from: 1, to: MAX_COUNT, isOne: true })[0] ?? null,
    until: readUntil(parts.get('UNTIL'), toWallTime),
    days: readDays(parts.get('BYDAY')),
    monthDays: numbers('BYMONTHDAY', { from: 1, to: 31, isSigned: true }),
    months: numbers('BYMONTH', { from: 1, to: 12 }),
    yearDays: numbers('BYYEARDAY', { from: 1, to: 366, isSigned: true }),
    weeks: numbers('BYWEEKNO', { from: 1, to: 53, isSigned: true }),
    hours: numbers('BYHOUR', { from: 0, to: 23 }),
    minutes: numbers('BYMINUTE', { from: 0, to: 59 }),
    positions: numbers('BYSETPOS', { from: 1, to: 366, isSigned: true }),
    weekStart: readWeekday(parts.get('WKST') ?? 'MO', 'WKST'),
  };
}

interface Range {
  from: number;
  to: number;
  /** Also counts from the end: -1 is the last. */
  isSigned?: boolean;
  isOne?: boolean;
}

function readNumbers(parts: RuleParts, name: string, { from, to, isSigned = false, isOne = false }: Range): number[] {
  const written = parts.get(name)?.split(',') ?? [];
  const values = written.map((number) => {
    const value = /^[+-]?\d{1,5}$/.test(number) ? Number(number) : Number.NaN;
    const size = isSigned ? Math.abs(value) : value;
    if (!(size >= from && size <= to)) {
      throw new Fault(
        name,
        text(isSigned ? 'rulePartSignedRange' : 'rulePartRange', { part: name, from, to, written: number }),
      );
    }
    return value;
  });
  if (isOne && values.length > 1) throw new Fault(name, text('rulePartOne', { part: name }));
  return [...new Set(values)].sort((left, right) => left - right);
}

function readFrequency(parts: RuleParts): Frequency {
  const frequency = parts.get('FREQ');
  const found = FREQUENCIES.find((allowed) => allowed === frequency);
  if (found) return found;
  const message =
    frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'
      ? text('ruleTooOften')
      : text('ruleFrequency');
  throw new Fault('FREQ', message);
}

function readDays(value: string | undefined): Rule['days'] {
  const seen = new Set<string>();
  return (value?.split(',') ?? []).flatMap((written) => {
    const { nth, day = '' } = /^(?<nth>[+-]?\d{1,2})?(?<day>[A-Z]{2})$/.exec(written)?.groups ?? {};
    const weekday = readWeekday(day, 'BYDAY', written);
    const place = nth === undefined ? null : Number(nth);
    if (place !== null && (place === 0 || Math.abs(place) > 53)) {
      throw new Fault('BYDAY', text('ruleDay', { written }));
    }
    const key = `${place}${weekday}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ weekday, nth: place }];
  });
}

function readWeekday(value: string, part: string, written = value): Weekday {
  const found = WEEKDAYS.find((weekday) => weekday === value);
  if (!found) throw new Fault(part, text('ruleWeekday', { written }));
  return found;
}

const UNTIL = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<utc>Z)?)?$/;

/** A date without a time means the whole day. */
function readUntil(value: string | undefined, toWallTime: ToWallTime | undefined): string | null {
  if (value === undefined) return null;
  const { year, month, day, hour, minute, second, utc } = UNTIL.exec(value)?.groups ?? {};
  const wall = `${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}:${second ?? (hour ? '00' : '59')}`;
  const at = Date.parse(`${wall}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(wall.slice(0, 10))) {
    throw new Fault('UNTIL', text('ruleUntil', { written: value }));
  }
  return utc && toWallTime ? toWallTime(`${wall}Z`) : wall;
}

/** Refuses combinations that RFC 5545 forbids, or that programs interpret differently. */
function refuseMisfits(rule: Rule): void {
  const { frequency, days, monthDays, yearDays, weeks, months, positions, hours, minutes } = rule;
  if (rule.count !== null && rule.until !== null) {
    throw new Fault('COUNT', text('ruleTwoEnds'));
  }
  if (days.some(({ nth }) => nth !== null) && (frequency === 'DAILY' || frequency === 'WEEKLY' || weeks.length > 0)) {
    throw new Fault('BYDAY', text('ruleNth'));
  }
  if (monthDays.length > 0 && frequency === 'WEEKLY') {
    throw new Fault('BYMONTHDAY', text('ruleMonthDays'));
  }
  if (yearDays.length > 0 && frequency !== 'YEARLY') throw new Fault('BYYEARDAY', text('ruleYearDays'));
  if (weeks.length > 0 && frequency !== 'YEARLY') throw new Fault('BYWEEKNO', text('ruleWeeks'));
  const chosen = [days, monthDays, yearDays, weeks, months, hours, minutes];
  if (positions.length > 0 && chosen.every((list) => list.length === 0)) {
    throw new Fault('BYSETPOS', text('rulePositions'));
  }
  const times = Math.max(hours.length, 1) * Math.max(minutes.length, 1);
  if (times > MAX_TIMES_PER_DAY) {
    throw new Fault('BYHOUR', text('ruleTimesADay', { maximum: MAX_TIMES_PER_DAY, times }));
  }
}

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

/** What is wrong with a rule: the part (`COUNT`), and a sentence for the person who wrote it. */
export interface RuleFault {
  part: string;
  message: Text;
}

export const isRuleFault = (read: Rule | RuleFault): read is RuleFault => 'part' in read;

/** The wall-clock time of a moment in UTC (`2026-12-01T08:30:00Z`), in the zone that the rule is meant in. */
export type ToWallTime = (utc: string) => string;

class Fault extends TextError {
  readonly part: string;
  constructor(part: string, why: Text) {
    super(why);
    this.part = part;
  }
}

/**
 * Reads a rule as RFC 5545 writes it, with or without `RRULE:` before it.
 * @param toWallTime for an UNTIL in UTC; without, its digits are taken as wall-clock time
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

type Deps = ReadonlyMap<string, string>;

const KNOWN = new Set(
  'FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYYEARDAY BYWEEKNO BYHOUR BYMINUTE BYSECOND BYSETPOS WKST'.split(
    ' ',
  ),
);

function partsOf(given: string): Deps {
  if (given.length > MAX_RULE_LENGTH) throw new Fault('RRULE', text('ruleTooLong', { maximum: MAX_RULE_LENGTH }));
  const written = given
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase();
  if (written === '') throw new Fault('RRULE', text('ruleMissing'));
  const parts = new Map<string, string>();
  for (const part of written.split(';')) {
    const [name = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    if (!KNOWN.has(name)) throw new Fault('RRULE', text('rulePartUnknown', { part: part.slice(0, 40) }));
    if (value === '' || more.length > 0) throw new Fault(name, text('rulePartEmpty', { part: name }));
    if (parts.has(name)) throw new Fault(name, text('rulePartTwice', { part: name }));
    parts.set(name, value);
  }
  return parts;
}

function ruleOf(deps: Deps, toWallTime: ToWallTime | undefined): Rule {
  const numbers = (name: string, range: Range) => readNumbers(deps, name, range);
  if (readNumbers(deps, 'BYSECOND', { from: 0, to: 0 }).length > 1) throw new Fault('BYSECOND', text('ruleSecond'));
  return {
    ...plainRule(readFrequency(deps), numbers('INTERVAL', { from: 1, to: MAX_INTERVAL, isOne: true })[0]),
    count: numbers('COUNT', { from: 1, to: MAX_COUNT, isOne: true })[0] ?? null,
    until: readUntil(deps.get('UNTIL'), toWallTime),
    days: readDays(deps.get('BYDAY')),
    monthDays: numbers('BYMONTHDAY', { from: 1, to: 31, isSigned: true }),
    months: numbers('BYMONTH', { from: 1, to: 12 }),
    yearDays: numbers('BYYEARDAY', { from: 1, to: 366, isSigned: true }),
    weeks: numbers('BYWEEKNO', { from: 1, to: 53, isSigned: true }),
    hours: numbers('BYHOUR', { from: 0, to: 23 }),
    minutes: numbers('BYMINUTE', { from: 0, to: 59 }),
    positions: numbers('BYSETPOS', { from: 1, to: 366, isSigned: true }),
    weekStart: readWeekday(deps.get('WKST') ?? 'MO', 'WKST'),
  };
}

interface Range {
  from: number;
  to: number;
  /** Counted from the end as well: -1 is the last. */
  isSigned?: boolean;
  isOne?: boolean;
}

function readNumbers(deps: Deps, name: string, { from, to, isSigned = false, isOne = false }: Range): number[] {
  const written = deps.get(name)?.split(',') ?? [];
  const values = written.map((one) => {
    const value = /^[+-]?\d{1,5}$/.test(one) ? Number(one) : Number.NaN;
    const size = isSigned ? Math.abs(value) : value;
    if (!(size >= from && size <= to)) {
      throw new Fault(
        name,
        text(isSigned ? 'rulePartSignedRange' : 'rulePartRange', { part: name, from, to, written: one }),
      );
    }
    return value;
  });
  if (isOne && values.length > 1) throw new Fault(name, text('rulePartOne', { part: name }));
  return [...new Set(values)].sort((one, other) => one - other);
}

function readFrequency(deps: Deps): Frequency {
  const given = deps.get('FREQ');
  const found = FREQUENCIES.find((one) => one === given);
  if (found) return found;
  const message =
    given === 'HOURLY' || given === 'MINUTELY' || given === 'SECONDLY' ? text('ruleTooOften') : text('ruleFrequency');
  throw new Fault('FREQ', message);
}

function readDays(given: string | undefined): Rule['days'] {
  const seen = new Set<string>();
  return (given?.split(',') ?? []).flatMap((one) => {
    const { nth, day = '' } = /^(?<nth>[+-]?\d{1,2})?(?<day>[A-Z]{2})$/.exec(one)?.groups ?? {};
    const weekday = readWeekday(day, 'BYDAY', one);
    const place = nth === undefined ? null : Number(nth);
    if (place !== null && (place === 0 || Math.abs(place) > 53)) {
      throw new Fault('BYDAY', text('ruleDay', { written: one }));
    }
    const key = `${place}${weekday}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ weekday, nth: place }];
  });
}

function readWeekday(given: string, part: string, written = given): Weekday {
  const found = WEEKDAYS.find((one) => one === given);
  if (!found) throw new Fault(part, text('ruleWeekday', { written }));
  return found;
}

const UNTIL = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<utc>Z)?)?$/;

/** A date alone is the whole day. */
function readUntil(given: string | undefined, toWallTime: ToWallTime | undefined): string | null {
  if (given === undefined) return null;
  const { year, month, day, hour, minute, second, utc } = UNTIL.exec(given)?.groups ?? {};
  const wall = `${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}:${second ?? (hour ? '00' : '59')}`;
  const at = Date.parse(`${wall}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(wall.slice(0, 10))) {
    throw new Fault('UNTIL', text('ruleUntil', { written: given }));
  }
  return utc && toWallTime ? toWallTime(`${wall}Z`) : wall;
}

/** Combinations that RFC 5545 forbids, or that programs read differently. */
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

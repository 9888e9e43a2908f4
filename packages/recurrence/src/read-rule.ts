import { MAX_RULE_LENGTH } from '@switchyard/contracts/messages/limits';
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
  message: string;
}

export const isRuleFault = (read: Rule | RuleFault): read is RuleFault => 'part' in read;

/** The wall-clock time of a moment in UTC (`2026-12-01T08:30:00Z`), in the zone that the rule is meant in. */
export type ToWallTime = (utc: string) => string;

class Fault extends Error {
  readonly part: string;
  constructor(part: string, message: string) {
    super(message);
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
    if (error instanceof Fault) return { part: error.part, message: error.message };
    throw error;
  }
}

type Deps = ReadonlyMap<string, string>;

const KNOWN = new Set(
  'FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYYEARDAY BYWEEKNO BYHOUR BYMINUTE BYSECOND BYSETPOS WKST'.split(
    ' ',
  ),
);

function partsOf(text: string): Deps {
  if (text.length > MAX_RULE_LENGTH) throw new Fault('RRULE', `A rule has at most ${MAX_RULE_LENGTH} characters.`);
  const written = text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase();
  if (written === '') throw new Fault('RRULE', 'Enter a rule, such as FREQ=WEEKLY;BYDAY=MO.');
  const parts = new Map<string, string>();
  for (const part of written.split(';')) {
    const [name = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    if (!KNOWN.has(name)) throw new Fault('RRULE', `"${part.slice(0, 40)}" isn’t part of a recurrence rule.`);
    if (value === '' || more.length > 0) throw new Fault(name, `${name} needs a value, as in ${name}=….`);
    if (parts.has(name)) throw new Fault(name, `${name} appears twice.`);
    parts.set(name, value);
  }
  return parts;
}

function ruleOf(deps: Deps, toWallTime: ToWallTime | undefined): Rule {
  const numbers = (name: string, range: Range) => readNumbers(deps, name, range);
  if (readNumbers(deps, 'BYSECOND', { from: 0, to: 0 }).length > 1)
    throw new Fault('BYSECOND', 'BYSECOND may only be 0.');
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
      const last = isSigned ? `, or -${from} to -${to} from the end` : '';
      throw new Fault(
        name,
        `${name} is a whole number from ${from} to ${to.toLocaleString('en')}${last}; not "${one}".`,
      );
    }
    return value;
  });
  if (isOne && values.length > 1) throw new Fault(name, `${name} is one number.`);
  return [...new Set(values)].sort((one, other) => one - other);
}

function readFrequency(deps: Deps): Frequency {
  const given = deps.get('FREQ');
  const found = FREQUENCIES.find((one) => one === given);
  if (found) return found;
  const message =
    given === 'HOURLY' || given === 'MINUTELY' || given === 'SECONDLY'
      ? 'Messages can repeat daily at most. For several times a day, use FREQ=DAILY;BYHOUR=9,17.'
      : 'Set the frequency: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.';
  throw new Fault('FREQ', message);
}

function readDays(given: string | undefined): Rule['days'] {
  const seen = new Set<string>();
  return (given?.split(',') ?? []).flatMap((one) => {
    const { nth, day = '' } = /^(?<nth>[+-]?\d{1,2})?(?<day>[A-Z]{2})$/.exec(one)?.groups ?? {};
    const weekday = readWeekday(day, 'BYDAY', one);
    const place = nth === undefined ? null : Number(nth);
    if (place !== null && (place === 0 || Math.abs(place) > 53)) {
      throw new Fault('BYDAY', `"${one}" isn’t a day: the number before it must be 1 to 53, or -1 for the last.`);
    }
    const key = `${place}${weekday}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ weekday, nth: place }];
  });
}

function readWeekday(given: string, part: string, written = given): Weekday {
  const found = WEEKDAYS.find((one) => one === given);
  if (!found) throw new Fault(part, `"${written}" isn’t a weekday. Use MO, TU, WE, TH, FR, SA or SU.`);
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
    throw new Fault('UNTIL', `"${given}" isn’t a date, such as 20261231 or 20261231T170000.`);
  }
  return utc && toWallTime ? toWallTime(`${wall}Z`) : wall;
}

/** Combinations that RFC 5545 forbids, or that programs read differently. */
function refuseMisfits(rule: Rule): void {
  const { frequency, days, monthDays, yearDays, weeks, months, positions, hours, minutes } = rule;
  if (rule.count !== null && rule.until !== null) {
    throw new Fault('COUNT', 'A rule can end after a number of times (COUNT) or at a date (UNTIL), not both.');
  }
  if (days.some(({ nth }) => nth !== null) && (frequency === 'DAILY' || frequency === 'WEEKLY' || weeks.length > 0)) {
    throw new Fault('BYDAY', 'A number before a weekday, as in 1MO, only works in monthly or yearly rules.');
  }
  if (monthDays.length > 0 && frequency === 'WEEKLY') {
    throw new Fault('BYMONTHDAY', 'Weekly rules can’t use days of the month.');
  }
  if (yearDays.length > 0 && frequency !== 'YEARLY')
    throw new Fault('BYYEARDAY', 'Only yearly rules can use days of the year.');
  if (weeks.length > 0 && frequency !== 'YEARLY')
    throw new Fault('BYWEEKNO', 'Only yearly rules can use weeks of the year.');
  const chosen = [days, monthDays, yearDays, weeks, months, hours, minutes];
  if (positions.length > 0 && chosen.every((list) => list.length === 0)) {
    throw new Fault('BYSETPOS', 'BYSETPOS needs another part to choose from, such as BYDAY.');
  }
  const times = Math.max(hours.length, 1) * Math.max(minutes.length, 1);
  if (times > MAX_TIMES_PER_DAY) {
    throw new Fault('BYHOUR', `Messages can repeat at most ${MAX_TIMES_PER_DAY} times a day; this rule has ${times}.`);
  }
}

import { RRuleTemporal } from 'rrule-temporal';
import { compactTime, type Rule, writeRule } from './rule.ts';

/** Something that recurs: the rule, and the wall-clock time (`YYYY-MM-DDTHH:mm[:ss]`) from which on it counts. */
export interface Recurrence {
  start: string;
  rule: Rule;
}

/** Nothing is planned beyond; a rule that has no occurrence before has none. */
const LAST = '2100-12-31T23:59:59';

/**
 * The occurrences of a rule from a wall-clock time on, in order, as wall-clock times. They are expanded as floating time, as on a calendar on the wall that knows no
 * daylight saving: which instant each one is, and what becomes of hours that are skipped or come twice, is the due moment's rule. (Given the zone, the library
 * leaves out occurrences of skipped hours.) The start is one only if it fits the rule.
 * @param from the first that is wanted; default: all
 */
export function* occurrencesOf({ start, rule }: Recurrence, from = start): Generator<string, void> {
  const floating = expansionOf(start, rule);
  const first = from < start ? start : from;
  let next = nextOf(floating, new Date(`${first}Z`), true);
  while (next !== null) {
    const wall = next.toString().slice(0, LAST.length);
    yield wall.endsWith(':00') ? wall.slice(0, -3) : wall;
    next = nextOf(floating, next, false);
  }
}

/** The first of them, as many as are wanted. */
export function firstOccurrences(recurrence: Recurrence, most: number, from?: string): string[] {
  const found: string[] = [];
  for (const one of occurrencesOf(recurrence, from)) {
    if (found.length === most) break;
    found.push(one);
  }
  return found;
}

type Expansion = RRuleTemporal;
type Found = NonNullable<ReturnType<Expansion['next']>>;

function expansionOf(start: string, rule: Rule): Expansion {
  // UTC has no daylight saving: so its hours are those of the wall, and so is an UNTIL in it. One more beside a COUNT ends the search for what never comes.
  const until = rule.until !== null && rule.until < LAST ? rule.until : LAST;
  const text = `${writeRule({ ...rule, until: null })};UNTIL=${compactTime(until)}Z`;
  return new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${compactTime(start)}\nRRULE:${text}` });
}

/** The library gives up on a rule that does not come in 10,000 periods: it never does. */
function nextOf(expansion: Expansion, after: Date | Found, isInclusive: boolean): Found | null {
  try {
    return expansion.next(after, isInclusive);
  } catch (error) {
    if (error instanceof Error && error.message.includes('iterations')) return null;
    throw error;
  }
}

/**
 * A recurrence from one of its occurrences on, as "this and following" means it. What the rule takes from its start (day, time, phase of its interval) is
 * the same from the occurrence on, and of a count the rest is left.
 * @param at wall-clock time of the occurrence
 */
export function restFrom({ start, rule }: Recurrence, at: string): Recurrence {
  if (rule.count === null) return { start: at, rule };
  let before = 0;
  for (const one of occurrencesOf({ start, rule })) {
    if (one >= at) break;
    before += 1;
  }
  return { start: at, rule: { ...rule, count: rule.count - before } };
}

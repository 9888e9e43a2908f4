import { Temporal } from 'temporal-polyfill';
import { type Direction, find, type Range, resolveRange } from './resolve-when.ts';
import { ClarificationNeeded, type Group, type TokenReader } from './token-reader.ts';
import { splitWords } from './vocabulary.ts';

/**
 * A selection of scheduled messages: the arguments of `get_scheduled_messages`. Wall-clock times in the workspace's
 * zone.
 */
export interface Selection {
  status?: string[];
  /** Only these messages. */
  ids?: string[];
  from?: string;
  to?: string;
  recipients?: string[];
  except?: string[];
  search?: string;
  exceptSearch?: string;
  /** The delivery state they must have reached. */
  receipt?: 'delivered' | 'read';
  order?: 'soonest' | 'latest';
  limit?: number;
}

const toWallClock = (at: Temporal.PlainDateTime | null) =>
  at ? { at: at.toString({ smallestUnit: 'minute' }) } : null;

/** The time range that all groups describe together. */
export function rangeOf(
  reading: TokenReader,
  groups: readonly Group[],
  direction: Direction,
): { from?: string; to?: string } {
  let range: Range = { from: null, to: null };
  const rest = withDay(inHoursOf(groups));
  for (let group = rest.shift(); group; group = rest.shift()) {
    group = inWeekOf(group, rest[0]);
    const current = reading.clear(group, () => resolveRange(group as Group, reading.now, direction));
    const next = rest[0];
    const isPair =
      next &&
      ((group.preposition === 'between' && next.preposition === 'and') ||
        (group.preposition === 'from' && ['to', 'until', 'till', 'through', 'til'].includes(next.preposition ?? '')) ||
        (group.preposition === null &&
          ['to', 'until', 'through', 'till'].includes(next.preposition ?? '') &&
          !find(group, 'shift')));
    if (next && isPair) {
      rest.shift();
      // The second day is the first of its name after the first day.
      const since =
        direction === 'ahead' && current.from ? current.from.toZonedDateTime(reading.now.timeZoneId) : reading.now;
      if (direction === 'back' && isWeekday(group) && isWeekday(next)) {
        range = intersect(range, weekdaysBack(reading, group, next), reading);
        continue;
      }
      const isByItself = find(next, 'time') !== undefined || weekOf(next) !== null;
      const end = reading.clear(next, () => resolveRange(next, isByItself ? reading.now : since, direction));
      // "between Monday and Wednesday" includes both days; "from 9:00 to 11:30 tomorrow" ends at 11:30.
      range = intersect(range, { from: current.from, to: end.isMoment ? end.from : end.to }, reading);
      continue;
    }
    if (next && ['and', 'or'].includes(next.preposition ?? '') && group.preposition === null) {
      const following = reading.clear(next, () => resolveRange(next, reading.now, direction));
      if (!current.to || !following.from || !current.to.equals(following.from))
        throw new ClarificationNeeded('I can look at one period at a time. Which one first?');
      rest.shift();
      range = intersect(range, { from: current.from, to: following.to }, reading);
      continue;
    }
    range = intersect(range, bounded(group, current, reading), reading);
  }
  const [from, to] = [toWallClock(range.from), toWallClock(range.to)];
  return { ...(from && { from: from.at }), ...(to && { to: to.at }) };
}

/** “this afternoon from 1 to 5”, “between 9 and 11 am”: what qualifies one hour qualifies both. */
function inHoursOf(groups: readonly Group[]): Group[] {
  const at = groups.findIndex(
    ({ preposition }, place) =>
      (preposition === 'between' && groups[place + 1]?.preposition === 'and') ||
      (preposition === 'from' && ['to', 'until', 'till', 'til'].includes(groups[place + 1]?.preposition ?? '')),
  );
  const [first, second] = [groups[at], groups[at + 1]];
  const [early, late] = [first && find(first, 'time'), second && find(second, 'time')];
  if (!first || !second || !early || !late || first.parts.length > 1) return [...groups];
  const around = groups.find(
    (group) => group !== first && group !== second && !group.preposition && !find(group, 'time') && isOfDay(group),
  );
  const shared = [...(around?.parts ?? []), ...second.parts].filter((part) => part !== late);
  const meridiem =
    early.meridiem ?? (late.meridiem === 'pm' && early.hour > late.hour && early.hour < 12 ? 'am' : late.meridiem);
  const begin = early.isClear ? early : { ...early, meridiem };
  const isAfterNoon = !late.meridiem && late.hour < 12 && (late.hour <= early.hour || early.meridiem === 'pm');
  const end = late.isClear || !isAfterNoon || early.isClear ? late : { ...late, meridiem: 'pm' as const };
  return groups
    .filter((group) => group !== around)
    .map((group) => {
      if (group === first) return { ...group, parts: [...shared, begin] };
      return group === second ? { ...group, parts: [...shared, end] } : group;
    });
}

const isOfDay = (group: Group): boolean => find(group, 'day') !== undefined || find(group, 'part') !== undefined;

const BOUNDS = new Set(['after', 'before', 'since', 'until', 'till', 'by']);

/** "tomorrow's messages after 5pm": the hour is on that day. */
function withDay(groups: readonly Group[]): Group[] {
  const [first, second, more] = groups;
  const day = [first, second].find((group) => group && !group.preposition && isOfDay(group) && !find(group, 'time'));
  const hour = [first, second].find(
    (group) => BOUNDS.has(group?.preposition ?? '') && group?.parts.every(({ is }) => is === 'time'),
  );
  const plainHour = [first, second].find(
    (group) => group && !group.preposition && group.parts.every(({ is }) => is === 'time'),
  );
  // "the 9am message to Leo tomorrow"
  if (!more && day && plainHour && day !== plainHour) return [{ ...day, parts: [...day.parts, ...plainHour.parts] }];
  const parts = day?.parts.filter(({ is }) => is === 'day' || is === 'part') ?? [];
  if (more || !day || !hour) return [...groups];
  return groups.map((group) => (group === hour ? { ...group, parts: [...parts, ...group.parts] } : group));
}

const isWeekday = (group: Group): boolean => {
  const day = find(group, 'day')?.day;
  return day?.kind === 'weekday' && day.which === 'plain' && group.parts.length === 1;
};

/** “between Monday and Wednesday”, in a look-up: the last such range that has ended or is in progress. */
function weekdaysBack({ now }: TokenReader, first: Group, last: Group): Range {
  const end = resolveRange(last, now, 'back');
  const since = end.from?.toZonedDateTime(now.timeZoneId) ?? now;
  return { from: resolveRange(first, since, 'back').from, to: end.to };
}

/** The week that a weekday is qualified with, or null. */
function weekOf(group: Group): 'nextWeek' | 'lastWeek' | null {
  const day = find(group, 'day')?.day;
  return day?.kind === 'weekday' && (day.which === 'nextWeek' || day.which === 'lastWeek') ? day.which : null;
}

/** "between Monday and Wednesday next week": the week applies to both. */
function inWeekOf(group: Group, next: Group | undefined): Group {
  const which = next?.preposition === 'and' ? weekOf(next) : null;
  if (!which) return group;
  const parts = group.parts.map((part) =>
    part.is === 'day' && part.day.kind === 'weekday' && part.day.which === 'plain'
      ? { ...part, day: { ...part.day, which } }
      : part,
  );
  return { ...group, parts };
}

function bounded(group: Group, range: Range & { isMoment: boolean }, reading: TokenReader): Range {
  const dayOf = (at: Temporal.PlainDateTime | null) => at?.toPlainDate() ?? reading.now.toPlainDate();
  switch (group.preposition) {
    case 'since':
    case 'starting':
    case 'beginning':
      return { from: range.from, to: null };
    case 'after':
    case 'following':
      if (range.isMoment) return { from: range.from, to: dayOf(range.from).add({ days: 1 }).toPlainDateTime() };
      return { from: range.to, to: null };
    case 'before':
      if (range.isMoment) return { from: dayOf(range.from).toPlainDateTime(), to: range.from };
      return { from: null, to: range.from };
    case 'until':
    case 'till':
    case 'til':
    case 'through':
    case 'by':
      return { from: null, to: range.isMoment ? range.from : range.to };
    case 'from':
      return reading.take('on', 'onwards', 'onward', 'forward', 'forwards') ? { from: range.from, to: null } : range;
    default:
      return range;
  }
}

function intersect(first: Range, second: Range, reading: TokenReader): Range {
  const from =
    !first.from || (second.from && Temporal.PlainDateTime.compare(second.from, first.from) > 0)
      ? second.from
      : first.from;
  const to = !first.to || (second.to && Temporal.PlainDateTime.compare(second.to, first.to) < 0) ? second.to : first.to;
  if (from && to && Temporal.PlainDateTime.compare(from, to) >= 0) {
    throw new ClarificationNeeded(
      `These times end before they begin (${reading.now.timeZoneId}). Which time do you mean?`,
    );
  }
  return { from, to };
}

const LIMIT_NOUNS = splitWords(`
  message messages msgs msg chats chat contacts conversations texts text ones one reminders reminder few
  scheduled pending failed sent upcoming thing
`);
const NUMBERS = new Map(
  splitWords('one two three four five six seven eight nine ten twelve fifteen twenty').map(
    (word, at): [string, number] => [word, [12, 15, 20][at - 10] ?? at + 1],
  ),
);

const STRETCHES = new Set(splitWords('week weeks half day days month part quarter'));
const ENDS = new Map<string, 'soonest' | 'latest'>([
  ...splitWords('next upcoming soonest earliest first oldest').map((word) => [word, 'soonest'] as const),
  ...splitWords('last latest newest recent top').map((word) => [word, 'latest'] as const),
]);

/** Takes "next 5", "the last three messages", "latest": how many, and from which end. */
export function takeLimit(reading: TokenReader): { order?: 'soonest' | 'latest'; limit?: number } {
  for (const [at, token] of reading.tokens.entries()) {
    if (token.is !== 'word' || token.isUsed) continue;
    const order = ENDS.get(token.text);
    const before = reading.tokens[at - 1];
    const after = reading.tokens[at + 1];
    // “the first week of April” is no first message.
    if (order && after?.is === 'word' && STRETCHES.has(after.text)) continue;
    const further = reading.tokens[at + 2];
    const numberOf = (token: typeof after) =>
      token?.is === 'word'
        ? (NUMBERS.get(token.text) ?? (/^\d{1,3}$/.test(token.text) ? Number(token.text) : undefined))
        : undefined;
    if (order) {
      const count = numberOf(after) ?? numberOf(before);
      const counted = numberOf(after) !== undefined ? after : numberOf(before) !== undefined ? before : null;
      if (count === 0) continue;
      token.isUsed = true;
      if (before?.is === 'word' && before.text === 'most') before.isUsed = true;
      if (counted) counted.isUsed = true;
      const isOne = count === undefined && nounAt(after, further) === 'one';
      return { order, ...(count !== undefined ? { limit: count } : isOne ? { limit: 1 } : {}) };
    }
    const count = numberOf(token);
    if (count && after?.is === 'word' && LIMIT_NOUNS.includes(after.text) && !reading.has('every')) {
      token.isUsed = true;
      return { limit: count };
    }
  }
  return {};
}

/** "the last message" is one, "the latest messages" are some. */
function nounAt(
  after: TokenReader['tokens'][number] | undefined,
  further: TokenReader['tokens'][number] | undefined,
): 'one' | 'many' {
  const noun = [after, further].find(
    (token) =>
      token?.is === 'word' &&
      LIMIT_NOUNS.includes(token.text) &&
      !['failed', 'sent', 'pending', 'scheduled', 'upcoming'].includes(token.text),
  );
  return noun?.is === 'word' && /s$|^few$/.test(noun.text) && noun.text !== 'whatsapps' ? 'many' : 'one';
}

import { Temporal } from 'temporal-polyfill';
import { takeExcluded } from './exclusions.ts';
import type { Named } from './lexicon.ts';
import { tailOfTime } from './message-text.ts';
import type { Call, Deps, Plan } from './plan-types.ts';
import { find, partOf, resolveMoment, resolveRange, Unclear } from './resolve-when.ts';
import { askFor, ClarificationNeeded, type Group, type TokenReader } from './token-reader.ts';
import { FILLER, splitWords } from './vocabulary.ts';
import type { Every } from './when-parts.ts';
import { writeEvery } from './write-every.ts';
import { findZone } from './zones.ts';

const VERBS = splitWords(`
  schedule send text message msg write remind tell queue set plan whatsapp ping dm drop shoot arrange program let say wish book
  prepare create make add fire pass deliver get notify inform alert advise start begin nudge hit
`).concat('queue up', 'set up', 'line up', 'fire off', 'pass on');
/** These mean at once if no time is given. */
const AT_ONCE = splitWords(`
  send text message msg write tell whatsapp ping dm drop shoot let say fire pass deliver get notify inform alert advise nudge hit
`);
const WORDS = splitWords(`
  message messages msg text texts reminder reminders note whatsapp recurring repeating weekly know saying says
  say that reads reading with words wording line out off up telling following which to both scheduled go new
  asking each for is another once due sent get and repeat ensure sure make receives nudge must shall hit urgent instant hours automatically automatic regular letting read so wants want needs gets should
  reach receive quick one group recipient date time when contact body content happy birthday wish hear of off fire go them him her this
`);

/** Plans a new message; null if the request doesn't ask to send one. */
export function planSchedule(deps: Deps, first: string | null): Plan | null {
  const { reading } = deps;
  const people = [...reading.all('person'), ...reading.all('number')];
  const [text] = reading.all('text');
  if (text?.marker === 'sought') return null;
  const verb = VERBS.find((phrase) => reading.has(phrase.split(' ')[0] as string));
  const isBare = text !== undefined && people.length > 0 && ['colon', 'quote'].includes(text.marker);
  const isToSomebody =
    text !== undefined &&
    people.length === 0 &&
    ['colon', 'quote'].includes(text.marker) &&
    /\bto \p{Lu}[\p{L}'’ -]*$/u.test(reading.request.slice(0, text.from).replace(/[\s:]+$/, ''));
  const begins = first !== null && VERBS.some((phrase) => phrase.split(' ')[0] === first);
  if (
    text &&
    /['’]s? (?:\p{L}+ ){0,2}(?:messages?|msgs?|reminders?|texts?|notes?)\b/iu.test(
      reading.request.slice(0, text.from),
    ) &&
    people.some(({ is }) => is === 'person')
  )
    return null;
  if (text && (isSought(reading, first) || isAboutMessage(reading, text, begins))) return null;
  if (
    !begins &&
    !(verb && (text || reading.all('when').length > 0) && first === null) &&
    !isBare &&
    !isToSomebody &&
    !(verb && text && people.length > 0)
  )
    return null;
  if (/\bremind me\b/i.test(reading.request)) {
    for (const token of reading.tokens) token.isUsed = true;
    throw askFor(
      'I send messages to your contacts and groups; I don’t keep reminders for you. Who should I write to?',
      'who',
      { at: meIn(reading) },
    );
  }
  const isNow =
    reading.take(
      'right now',
      'right away',
      'straight away',
      'immediately',
      'at once',
      'this instant',
      'this second',
      'now',
      'asap',
    ) !== null;
  const isAtOnce = isNow || (verb !== undefined && AT_ONCE.includes(verb));
  reading.take(...(first && VERBS.includes(first) ? [first] : []), ...VERBS);
  const except = takeExcluded(reading);
  if (except.length > 0 && !text) return null;
  if (except.length > 0)
    throw new ClarificationNeeded(
      'Name the people I should write to one by one; excluding people only works for existing messages.',
    );
  const recipients = reading.addresses(reading.takePeople(), deps.toE164, true);
  const groups = reading.takeGroups();
  reading.takeAll([...WORDS, ...VERBS]);
  if (
    recipients.length === 0 &&
    /\b(?:everyone|everybody|all (?:of )?(?:my |our |the )?(?:contacts|customers|clients|people))\b/i.test(
      reading.request,
    )
  )
    throw new ClarificationNeeded(
      'I only write to people you name. To write to everyone, launch a campaign under Campaigns.',
    );
  if (!text && recipients.length === 0 && !(begins && NEW_ONE.test(reading.request))) return null;
  if (recipients.length === 0) {
    const unknown = reading.tokens.filter((token) => !token.isUsed && token.is === 'word' && !FILLER.has(token.text));
    const [first, last] = [unknown[0], unknown.at(-1)];
    throw first && last
      ? askFor(
          `I don’t know a contact or group named “${reading.request.slice(first.from, last.to)}”. Give a number or the name of a contact.`,
          'who',
          { at: { from: first.from, to: last.to } },
        )
      : askFor('To whom? Name a contact, a group or a number.', 'who');
  }
  if (!text)
    throw askFor(`What should the message to ${recipients.map(({ name }) => name).join(' and ')} say?`, 'words');
  text.isUsed = true;
  requireNoGreeting(reading);
  requireClearQuestionMark(reading, text);
  if (!isNow) requireClearEnd(text, groups, recipients);
  const due = dueOf(deps, groups, recipients, isAtOnce);
  const calls = recipients.map(
    (recipient): Call => ({
      tool: 'schedule_message',
      args: {
        contactName: recipient.name,
        contactList: [{ mobile: recipient.mobile }],
        message: text.text,
        ...due(recipient),
      },
    }),
  );
  return { kind: 'calls', calls, answers: 'list' };
}

/** “schedule a message”: a new one, with no details. */
const NEW_ONE =
  /^\W*(?:please )?(?:send|schedule|write|create|set up|make|add|plan|queue|compose|prepare)\b(?: out| up)? (?:a|an|another|new|one)\b.*\b(?:message|text|reminder|whatsapp|note)\b/i;

const meIn = ({ tokens }: TokenReader): { from: number; to: number } =>
  tokens.find((token) => token.is === 'word' && token.text === 'me') ?? { from: 0, to: 0 };

/** “messages containing "crown"”: a search. */
function isSought(reading: TokenReader, first: string | null): boolean {
  const text = reading.all('text').find(({ marker }) => marker === 'quote');
  const before = text && reading.wordBefore(text);
  if (!text || !before) return false;
  if (first !== null && SENDS.has(first))
    return SEEKING.has(before) && /^\W*(?:message|text)s? (?:about|mention|contain|with|includ)/i.test(reading.request);
  const isOfMany = reading.has('messages texts reminders ones everything anything any all pending failed cancelled');
  return SEEKING.has(before) || (isOfMany && ['with', 'says', 'saying', 'say', 'reading', 'reads'].includes(before));
}

/** “Linda's message: what time does it go out?”: about an existing message. */
const isAboutMessage = ({ request }: TokenReader, text: { from: number; marker: string }, begins: boolean): boolean =>
  !begins &&
  text.marker === 'colon' &&
  /['’]s? (?:\p{L}+ )?(?:message|reminder|text|msg|note)s?\s*:?\s*$/iu.test(request.slice(0, text.from));

const SENDS = new Set(splitWords('send schedule text message write tell remind queue ping let'));
const SEEKING = new Set(
  splitWords('containing contains contain mentioning mentions mention including includes about word words phrase term'),
);

/** "send Dana hello: are you there": unclear whether the greeting is part of the text. */
function requireNoGreeting(reading: TokenReader): void {
  const [, ...later] = reading.tokens;
  const greeting = later.find((token) => token.is === 'word' && GREETINGS.has(token.text));
  if (greeting)
    throw new ClarificationNeeded(
      `Put the whole message in quotes: is “${reading.request.slice(greeting.from, greeting.to)}” part of it?`,
    );
}

/** "Could we tell Dana at 6: the photos are online?": unclear whether the question mark is part of the text. */
function requireClearQuestionMark({ request }: TokenReader, { text, marker }: { text: string; marker: string }): void {
  const isRequest = /^\W*(?:please )?(?:can|could|would|will|may|shall) (?:we|you|u|i)\b/i.test(request);
  const isQuestion =
    /^\W*(?:\p{L}+\W*){1,3}$/u.test(text) ||
    /^(?:\p{L}+[,!.] )?(?:who|what|when|where|why|how|which|whose|can|could|will|would|do|does|did|is|are|am|was|were|have|has|had|shall|should|may|any|ok|don't|didn't|isn't|aren't|won't)\b/iu.test(
      text,
    );
  if (isRequest && marker === 'colon' && /\?\s*$/.test(text) && !isQuestion)
    throw new ClarificationNeeded('Put the message in quotes: is the question mark part of it?');
}

const GREETINGS = new Set(['hello', 'hi', 'hey', 'thanks', 'thank', 'cheers', 'yes', 'no']);

/** "remind Dana to bring the keys tomorrow at 9": unclear whether the time is part of the text. */
function requireClearEnd(
  text: { text: string; isQuoted: boolean; marker: string },
  groups: readonly Group[],
  recipients: readonly Named[],
): void {
  if (text.isQuoted || text.marker === 'before' || groups.length > 0) return;
  const at = tailOfTime(text.text);
  if (at === null) return;
  const to = recipients.map(({ name, mobile }) => (name === mobile ? mobile : `${name} (${mobile})`)).join(' and ');
  const [words, time] = [text.text.slice(0, at).trim(), text.text.slice(at).trim()];
  throw new ClarificationNeeded(`Is “${time}” when to send it, or part of the message?`, [
    { label: `Send it ${time}`, request: `Schedule ${time} to ${to}: "${words}"`, also: 'when time goes go' },
    { label: 'Part of the message: send it now', request: `Send to ${to} now: "${text.text}"`, also: 'text words' },
  ]);
}

type Due = (to: Named) => Record<string, unknown>;

function dueOf({ reading }: Deps, groups: readonly Group[], recipients: readonly Named[], isAtOnce: boolean): Due {
  const zone = zoneOf(reading, groups);
  const rest = groups.filter((group) => group.parts.some(({ is }) => is !== 'zone'));
  const every = recurrenceOf(rest);
  if (rest.length === 0) {
    if (!isAtOnce) throw askFor('When should it go out? Name a day and a time.', 'when');
    return () => ({ dueDate: 'now' });
  }
  const ends = every
    ? rest.filter((group) => group !== every && ['until', 'till', 'til', 'through'].includes(group.preposition ?? ''))
    : [];
  const isAbsorbed = (group: Group) => group !== every && find(group, 'every') !== undefined && !find(group, 'time');
  const starts = rest.filter((group) => group !== every && !ends.includes(group) && !isAbsorbed(group));
  const zones = new Set(recipients.map((recipient) => zone(recipient)));
  if (zones.size > 1)
    throw new ClarificationNeeded('They live in different zones. Ask for one at a time, or name the zone.');
  const zoneId = [...zones][0] as string;
  const now = reading.now.withTimeZone(zoneId);
  const { date, time } = mergeGroups(reading, every ? [every, ...starts] : starts, now);
  const recurrence = every ?? starts[0];
  if (!time)
    throw new ClarificationNeeded(
      recurrence && partOf(recurrence) ? `At what time in the ${partOf(recurrence)}?` : 'At what time?',
      timeChoices(reading, starts.at(-1) ?? every),
      recurrence
        ? { wants: 'when', after: (starts.at(-1) ?? recurrence).to, at: starts.at(-1) ?? recurrence }
        : { wants: 'when' },
    );
  const dueDate = (day: Temporal.PlainDate) => `${day.toString()}T${time.toString({ smallestUnit: 'minute' })}`;
  const named = zoneId === reading.now.timeZoneId ? {} : { zone: zoneId };
  if (every) return planRecurring(reading, every, ends, { date, time, now, named, dueDate });
  const today = now.toPlainDate();
  const day = date ?? today;
  if (Temporal.PlainDateTime.compare(day.toPlainDateTime(time), now.toPlainDateTime()) <= 0) {
    const next = date ? null : today.add({ days: 1 });
    const last = starts.at(-1);
    throw new ClarificationNeeded(
      `${time.toString({ smallestUnit: 'minute' })} ${date ? `on ${day.toString()}` : 'today'} (${zoneId}) has passed. When should it go out?`,
      next && last
        ? [
            {
              label: `Tomorrow at ${time.toString({ smallestUnit: 'minute' })}`,
              request: reading.replaced(last, `${next.toString()} at ${time.toString({ smallestUnit: 'minute' })}`),
              also: 'tomorrow',
            },
          ]
        : [],
      last ? { wants: 'when', at: last, otherwise: `at ${time.toString({ smallestUnit: 'minute' })}` } : null,
    );
  }
  return () => ({ dueDate: dueDate(day), ...named });
}

/**
 * The recurrence. "a weekly message, Sundays at 6": the more specific one wins.
 * @throws ClarificationNeeded if they contradict
 */
function recurrenceOf(groups: readonly Group[]): Group | undefined {
  const every = groups.filter((group) => find(group, 'every'));
  const everyOf = (group: Group) => find(group, 'every');
  const isPlain = (group: Group) => !everyOf(group)?.weekdays && !everyOf(group)?.nth && !everyOf(group)?.monthDay;
  const exact = every.filter((group) => !isPlain(group));
  const [one = every[0]] = exact;
  const isOneThing = every.every(
    (group) =>
      group === one ||
      (isPlain(group) &&
        one &&
        everyOf(group)?.frequency === everyOf(one)?.frequency &&
        everyOf(group)?.interval === everyOf(one)?.interval),
  );
  if (!isOneThing) throw new ClarificationNeeded('I found more than one way to repeat it. Which one?');
  return one;
}

/** "tomorrow … at 9": day and time may be separated. */
function mergeGroups(reading: TokenReader, groups: readonly Group[], now: Temporal.ZonedDateTime) {
  const every = groups.some((group) => find(group, 'every'));
  const isPlainMonth = groups.some((group) => {
    const rule = find(group, 'every');
    return rule?.frequency === 'MONTHLY' && !rule.nth && !rule.monthDay;
  });
  if (isPlainMonth && groups.some((group) => find(group, 'day')?.day.kind === 'weekday'))
    throw new ClarificationNeeded('On which day of the month? Say “the last Friday of every month”, or “the 15th”.');
  let date: Temporal.PlainDate | null = null;
  let time: Temporal.PlainTime | null = null;
  for (const group of groups) {
    if (
      find(group, 'period') ||
      find(group, 'weekOf') ||
      find(group, 'span') ||
      find(group, 'month') ||
      find(group, 'year')
    ) {
      if (!(every && isStart(group))) throw askFor('On which day exactly, and at what time?', 'when', { at: group });
      const { from } = reading.clear(group, () => resolveRange(group, now, 'ahead'));
      date ??=
        from && Temporal.PlainDate.compare(from.toPlainDate(), now.toPlainDate()) > 0 ? from.toPlainDate() : null;
      continue;
    }
    const moment = reading.clear(group, () => resolveMoment(group, now));
    if ((moment.date && date && !find(group, 'every')) || (moment.time && time))
      throw new ClarificationNeeded('I found more than one time to send it. Which one?');
    date ??= moment.date;
    time ??= moment.time;
  }
  return { date, time };
}

/** “starting next week”: a rule starts on its first day. */
const isStart = ({ preposition }: Group): boolean => ['starting', 'beginning', 'from'].includes(preposition ?? '');

function planRecurring(
  reading: TokenReader,
  every: Group,
  ends: readonly Group[],
  due: {
    date: Temporal.PlainDate | null;
    time: Temporal.PlainTime;
    now: Temporal.ZonedDateTime;
    named: object;
    dueDate(day: Temporal.PlainDate): string;
  },
): Due {
  const rule = find(every, 'every');
  if (!rule) throw new Unclear('How often?');
  const { now, time } = due;
  const [end] = ends;
  const until = end ? reading.clear(end, () => resolveMoment(end, now)).date : null;
  if (end && !until) throw new ClarificationNeeded('Until which day exactly?');
  const count = takeCount(reading);
  const first = firstDay(rule, due.date ?? now.toPlainDate(), time, now);
  const ending = until ? `;UNTIL=${until.toString().replaceAll('-', '')}T235959` : count ? `;COUNT=${count}` : '';
  return () => ({ dueDate: due.dueDate(first), ...due.named, recurrence: { rule: `${writeEvery(rule)}${ending}` } });
}

/** The rule's first day from a given day on whose time is in the future. */
export function firstDay(
  rule: Every,
  from: Temporal.PlainDate,
  time: Temporal.PlainTime,
  now: Temporal.ZonedDateTime,
): Temporal.PlainDate {
  const fitsRule = (day: Temporal.PlainDate) =>
    (!rule.weekdays || rule.weekdays.includes(day.dayOfWeek)) &&
    (!rule.monthDay || day.day === (rule.monthDay < 0 ? day.daysInMonth : rule.monthDay)) &&
    (!rule.nth ||
      (day.dayOfWeek === rule.nth.weekday &&
        (rule.nth.which === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === rule.nth.which)));
  let first = from;
  for (let days = 0; days < 400; days += 1) {
    const isAhead = Temporal.PlainDateTime.compare(first.toPlainDateTime(time), now.toPlainDateTime()) > 0;
    if (isAhead && fitsRule(first)) break;
    first = first.add({ days: 1 });
  }
  return first;
}

function takeCount(reading: TokenReader): number | null {
  const [, digits] = /\b(\d{1,3}) times\b/i.exec(reading.request) ?? [];
  if (!digits) return null;
  reading.takeAll([digits, 'times']);
  return Number(digits);
}

function zoneOf(reading: TokenReader, groups: readonly Group[]): (to: Named) => string {
  const named = groups.map((group) => find(group, 'zone')).find((part) => part !== undefined);
  const here = reading.now.timeZoneId;
  if (!named) return () => here;
  const zone = findZone(named.name);
  if (zone === 'theirs') {
    return (to) => {
      if (to.zone) return to.zone;
      throw new ClarificationNeeded(`I do not know the time zone of ${to.name}. Name it, such as Europe/London.`);
    };
  }
  return () => (zone === 'ours' ? here : zone);
}

function timeChoices(reading: TokenReader, group: Group | undefined) {
  if (!group) return [];
  const hours = {
    morning: ['08:00', '09:00', '10:00'],
    afternoon: ['13:00', '15:00', '17:00'],
    evening: ['18:00', '19:00', '20:00'],
    night: ['20:00', '21:00', '22:00'],
  }[partOf(group) ?? 'morning'];
  return hours.map((time) => ({
    label: time,
    request: reading.replaced({ from: group.to, to: group.to }, ` at ${time}`),
  }));
}

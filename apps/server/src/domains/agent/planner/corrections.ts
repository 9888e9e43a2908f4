import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { Temporal } from 'temporal-polyfill';
import { unquote } from './answers.ts';
import type { Named } from './lexicon.ts';
import { firstDay } from './plan-schedule.ts';
import type { Call, Deps, PlanContext } from './plan-types.ts';
import { placesIn } from './references.ts';
import { find, partOf, resolveMoment, shiftOf } from './resolve-when.ts';
import { rangeOf } from './selection.ts';
import { takeLabels, takeNames } from './thing-names.ts';
import { askFor, ClarificationNeeded, type Group, TokenReader } from './token-reader.ts';
import { plain, tokenise } from './tokens.ts';
import { splitWords } from './vocabulary.ts';
import { writeEvery } from './write-every.ts';
import { findZone } from './zones.ts';

/** The actions of a card, proposed or done, that a correction may refer to. */
export interface CorrectableCard {
  calls: readonly Call[];
  /** The messages of its steps, in order; empty if they don't exist yet. */
  rows: readonly { id: string; mobile: string }[];
  /** Whether it was executed: a correction then changes the resulting messages. */
  isDone: boolean;
}

/** Openings of a correction that say nothing more. `firm`: whatever follows, the card is wrong. */
const FIRM =
  /^(?:no|nope|nah|not quite|wrong(?: (?:person|day|date|time|one|number|label|text))?|wait|sorry|oops|whoops|actually|rather|instead|hold on|correction|i mean|i meant|i said|that's wrong|that is wrong|not right)\b[\s,.!:;–-]*/i;
const SOFT =
  /^(?:(?:yes|yeah|ok(?:ay)?|well|oh|hm+|ah|please|and|also|but|then|can you|could you|would you|can we|let's|lets|send(?= to\b)|i'd rather|i would rather|better|how about|what about|just)\b[\s,.!:;–-]*|(?:(?:make|do|set|move|change|put|push|switch|shift|reschedule|postpone|send|schedule|have|let) (?:it|that|this|them|those|the (?:time|day|date|hour|text|wording|words|message|recipient)s?)|(?:it|they|that|the message) (?:should|must|has to|needs to|have to|is to)|i want (?:it|that|them)|change)\b[\s,:]*(?:(?:be|go|go out|sent|out|to be sent|say(?=\s*["“]))\b[\s,:]*)*)/i;
const AMEND =
  /^(?:(?:make|have|let) (?:it|that|the (?:text|message)) (?:say|read)|(?:change|set) the (?:text|wording|words|message) to(?: say| read)?|(?:it|the text|the message) should (?:say|read)|(?:say|write|with the (?:text|words)|(?:the )?(?:text|message|new text|words)(?: is)?\s*:)|instead,? (?:say|write))\b[\s:,]*(?:that )?(?<text>\S.*)$/is;
const STYLE =
  /^(?:(?:a bit|a little|much|way|please|more|less|it|make|can|you|could|be|sound|the|text|message|wording|too|not so|so)\s+)*(?:shorter|longer|nicer|friendlier|friendly|warmer|formal|politer|polite|funnier|funny|simpler|briefer|brief|casual|professional|clearer|short|long|rephrase|reword|rewrite|improve|translate)(?: (?:it|that|this|the (?:text|message)|please|into \p{L}+|to \p{L}+|in \p{L}+)){0,4}$/iu;

const OUT = [
  'leave out',
  'instead of',
  'rather than',
  'but not',
  'all but',
  'everyone but',
  'everybody but',
  'apart from',
  ...splitWords('not without except excluding remove drop skip minus no omit'),
];
const ALLOWED = new Set(
  splitWords(`a to for at on in by of from the it that them those these this be go out please instead then there is am and also plus too add well as
    with along include both ones one messages message time day date everyone everybody all only just but rather day's yes i mean let's do make
    now immediately recipient recipients not without except keep his hers her their either neither nor`),
);
const ADDS = /\b(?:and|also|plus|too|add|as well|along|include)\b/;

const MOVES_IT = /\b(?:move|put|push|reschedule|postpone|shift|delay|send) (?:it|that|this|them|those)\b/i;

/** Corrections are never longer. */
const MAX_CORRECTION_LENGTH = 200;

interface CorrectionParts {
  in: Named[];
  out: Named[];
  groups: Group[];
  isNow: boolean;
}

const newText = (words: string): string | undefined =>
  AMEND.exec(words.replace(FIRM, '').replace(/^(?:and|then|please|but|also)\s+/i, ''))?.groups?.text;

/** Whether a request gives a card a new text. */
export const isReworded = (words: string): boolean => newText(words.trim()) !== undefined;

/** The request without its correction opening. `isFirm`: it says that something is wrong. */
export function correctionIn(words: string): { rest: string; isFirm: boolean } {
  let rest = words.slice(0, 2 * MAX_CORRECTION_LENGTH).trim();
  let isFirm = false;
  for (;;) {
    const found = FIRM.exec(rest) ?? SOFT.exec(rest);
    if (
      !found ||
      found[0] === '' ||
      (/^(?:no|not)\b/i.test(rest) && /^not? (?:\p{Lu}|to\b|on\b|at\b)/u.test(rest) && !/^no,/i.test(rest))
    )
      break;
    isFirm ||= FIRM.test(rest);
    rest = rest.slice(found[0].length);
  }
  return { rest: rest.replace(/[\s.!?,;]+$/, ''), isFirm };
}

/**
 * Applies a correction to a card's calls: another time or day, other people, other text, fewer messages. Returns null
 * if it is no correction of the card.
 * @throws ClarificationNeeded if it is ambiguous
 */
export function correct(words: string, card: CorrectableCard, context: PlanContext): Call[] | null {
  const [first] = card.calls;
  if (!first || card.calls.some(({ tool }) => tool !== first.tool)) return null;
  const trimmed = words.trim();
  const text = newText(trimmed);
  if (text) return reword(card, unquote(text));
  if (trimmed.length > MAX_CORRECTION_LENGTH) return null;
  const { rest, isFirm } = correctionIn(trimmed);
  if (rest === '') return null;
  const series = /^(pause|resume|restart|stop|continue|unpause) (?:it|that|them|those)$/i
    .exec(rest)?.[1]
    ?.toLowerCase();
  if (series && card.isDone) return correctSeries(series, card);
  if (STYLE.test(rest) && takesText(card)) throw askFor('I cannot write for you. What should it say?', 'words');
  const again = rest.replace(/^\d{1,2}$/, 'at $&');
  if (/^(?:later|earlier|sooner|another (?:time|day)|a different (?:time|day))$/i.test(again) && takesTime(card))
    throw askFor(/day/i.test(again) ? 'On which day?' : 'At what time?', 'when');
  const few = narrow(again, card);
  if (few) return few;
  const renamedCalls = rename(again, card, context);
  if (renamedCalls) return renamedCalls;
  const reading = new TokenReader(again, tokenise(again, context.lexicon), context.now);
  const parts = parseCorrection(reading, context);
  if (!parts) return null;
  // “move it to Friday”, about a proposed cancellation: a different action.
  if (MOVES_IT.test(trimmed) && !takesTime(card) && !card.isDone) return null;
  let calls: Call[] | null = [...card.calls];
  if (parts.in.length + parts.out.length > 0) calls = changePeople(trimmed, isFirm, parts, { ...card, calls });
  if (calls && (parts.groups.length > 0 || parts.isNow))
    calls = calls.length === 0 ? calls : changeTime(reading, parts, { ...card, calls }, context);
  return calls && JSON.stringify(calls) !== JSON.stringify(card.calls) ? calls : null;
}

/** “pause it”, about a recurring message. */
function correctSeries(verb: string, card: CorrectableCard): Call[] | null {
  const [first] = card.calls;
  const isOfSeries = /_recurring_message$/.test(first?.tool ?? '');
  if (!first || !(isOfSeries || first.args.recurrence)) return null;
  const tool = `${['pause', 'stop'].includes(verb) ? verb : 'resume'}_recurring_message`;
  if (isOfSeries) return [{ ...first, tool }];
  const { rule } = first.args.recurrence as { rule: string };
  return [{ tool, args: { recipients: peopleOf({ ...card, rows: [] }), rule, search: first.args.message } }];
}

/** People and times named by a correction, to add or to exclude; null if it says anything else. */
function parseCorrection(reading: TokenReader, { toE164 }: Pick<PlanContext, 'toE164'>): CorrectionParts | null {
  const { tokens } = reading;
  const found: CorrectionParts = { in: [], out: [], groups: [], isNow: false };
  let isOut = false;
  for (const [at, token] of tokens.entries()) {
    if (token.is === 'text') return null;
    if (token.is === 'word') {
      const two = `${(tokens[at - 1] as { text?: string } | undefined)?.text ?? ''} ${token.text}`;
      if (OUT.includes(two) || OUT.includes(token.text)) isOut = true;
      else if (['but', 'keep', 'make', 'instead'].includes(token.text)) isOut = false;
      else if (['leave', 'apart'].includes(token.text)) continue;
      else if (!ALLOWED.has(token.text)) return null;
      if (['now', 'immediately'].includes(token.text)) found.isNow = true;
    } else if (token.is === 'when') {
      if (isOut) {
        // “Friday, not Thursday”: the time to discard.
        token.isUsed = true;
        const isAgain = tokens.slice(at + 1).some(({ is }) => is === 'when');
        if (isAgain) isOut = false;
      }
    } else {
      const people = reading.addresses([token], toE164, true);
      (isOut ? found.out : found.in).push(...people);
      token.isUsed = true;
      const next = tokens[at + 1];
      if (isOut && !(next?.is === 'word' && ['and', 'or', 'nor'].includes(next.text))) isOut = false;
    }
  }
  const isOnlyDenied =
    tokens.some(({ is, isUsed }) => is === 'when' && isUsed) &&
    !tokens.some(({ is, isUsed }) => is === 'when' && !isUsed);
  if (isOnlyDenied && found.in.length + found.out.length === 0)
    throw askFor('When then? Name the day, the time, or both.', 'when');
  found.groups = reading.takeGroups();
  if (found.groups.length + found.in.length + found.out.length === 0 && !found.isNow) return null;
  return found;
}

const matchingOf = ({ args }: Call) => args.matching as Record<string, unknown> | undefined;
const mobileOf = ({ args }: Call): string =>
  (args.contactList as { mobile?: string; id?: string }[] | undefined)?.[0]?.mobile ?? '';
const takesText = ({ calls: [one] }: CorrectableCard) => ['schedule_message', 'edit_message'].includes(one?.tool ?? '');
const takesTime = ({ calls: [one] }: CorrectableCard) =>
  ['schedule_message', 'reschedule_message', 'duplicate_messages'].includes(one?.tool ?? '');
const idsOf = ({ rows }: CorrectableCard) => rows.map(({ id }) => id);

/** The messages that a card created, as an action's selection. */
const createdMessages = (ids: readonly string[]) => ({ matching: { status: ['pending'], ids: [...ids] } });

function reword(card: CorrectableCard, message: string): Call[] | null {
  if (!takesText(card) && !(card.isDone && card.rows.length > 0)) return null;
  if (card.isDone) return [{ tool: 'edit_message', args: { ...createdMessages(idsOf(card)), message } }];
  return card.calls.map(({ tool, args }) => ({ tool, args: { ...args, message } }));
}

/** “only the first two”, “not the last one”. @throws ClarificationNeeded if there are fewer */
function narrow(words: string, card: CorrectableCard): Call[] | null {
  const count = card.rows.length > 0 ? card.rows.length : card.calls.length;
  const lower = plain(words).replace(
    /\b(?:only|just) (one|two|three|four|five|\d) ?(?:of them|of those)?$/,
    'the first $1',
  );
  const found =
    /^(?:only|just|not|without|except|leave out|skip|but not|all but|the|keep)\b/.test(lower) &&
    !(card.isDone && /^the\b/.test(lower)) &&
    count > 1
      ? placesIn(lower, count)
      : null;
  if (!found) return null;
  if (/[\p{L}\p{N}]/u.test(lower.slice(found.to).replace(/^\W*(?:ones?|only|then|please|messages?)\b/, '')))
    return null;
  const isOut = /^(?:not|without|except|leave out|skip|but not|all but)\b/.test(lower);
  const kept = Array.from({ length: count }, (_, at) => at).filter((at) => found.places.includes(at) !== isOut);
  if (card.isDone) {
    const left = card.rows.filter((_, at) => !kept.includes(at)).map(({ id }) => id);
    return card.calls[0]?.tool === 'schedule_message'
      ? [{ tool: 'cancel_message', args: createdMessages(left) }]
      : null;
  }
  if (card.rows.length === 0) return card.calls.filter((_, at) => kept.includes(at));
  const [call] = card.calls;
  const matching = call && matchingOf(call);
  if (!call || !matching || card.calls.length > 1) return null;
  const ids = kept.flatMap((at) => card.rows[at]?.id ?? []);
  return [{ ...call, args: { ...call.args, matching: { status: matching.status, ids } } }];
}

/** Another name, label, bot or number instead of the card's. */
function rename(
  words: string,
  { calls: [call], isDone }: CorrectableCard,
  { names, lexicon, now, toE164 }: PlanContext,
): Call[] | null {
  if (!call || isDone) return null;
  const reading = new TokenReader(words, tokenise(words, lexicon), now);
  const rest = (name: string | undefined) => (name && reading.leftOver().length === 0 ? name : null);
  if (call.tool === 'label_contacts') {
    const label = rest(takeLabels(reading, names.labels)[0]?.name);
    return label ? [{ ...call, args: { ...call.args, label } }] : null;
  }
  if (call.tool === 'stop_bot') {
    const [found] = takeNames(reading, names.bots);
    reading.takeAll('bot');
    const name = rest(found?.name);
    return name ? [{ ...call, args: { name } }] : null;
  }
  if (call.tool !== 'create_contact') return null;
  const [number] = reading.all('number');
  const mobile = number && toE164(number.digits);
  const name = words.replace(/^(?:(?:his|her|their|the) name is|named|called|name)\b\s*/i, '');
  if (mobile && tokenise(words, lexicon).length <= 3) return [{ ...call, args: { ...call.args, mobile } }];
  return !number && /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}$/u.test(unquote(name))
    ? [{ ...call, args: { ...call.args, name: unquote(name) } }]
    : null;
}

/**
 * “and Emma too”, “not Oliver”, “Emma instead”. An empty list means that nobody is left.
 * @throws ClarificationNeeded if it could be either
 */
function changePeople(
  words: string,
  isFirm: boolean,
  { in: added, out }: CorrectionParts,
  card: CorrectableCard,
): Call[] | null {
  const lower = plain(words);
  const isOnly = /\b(?:only|just)\b/.test(lower);
  const isAdded = added.length > 0 && !isOnly && ADDS.test(lower) && !/\binstead\b/.test(lower) && out.length === 0;
  const isReplaced =
    added.length > 0 &&
    !isAdded &&
    (isOnly || isFirm || out.length > 0 || /\b(?:instead|make (?:it|that))\b/.test(lower));
  const [first] = card.calls;
  if (!first) return null;
  const now = peopleOf(card);
  if (added.length > 0 && !isAdded && !isReplaced) {
    if (now.length === 0) return null;
    const names = added.map(({ name, mobile }) => (name === mobile ? mobile : `${name} (${mobile})`)).join(' and ');
    throw new ClarificationNeeded('Instead of the others, or as well?', [
      { label: `${names}, too`, request: `and ${names} too`, also: 'add as well both everyone also and all' },
      { label: `Only ${names}`, request: `only ${names}`, also: 'in place of instead replace' },
    ]);
  }
  const removed = new Set(out.map(({ mobile }) => mobile));
  if (out.length > 0 && added.length === 0 && now.length > 0 && !now.some((mobile) => removed.has(mobile)))
    throw new ClarificationNeeded(
      `${out.map(({ name }) => name).join(' and ')} would not get it anyway, so there is no one to exclude.`,
    );
  if (card.isDone) return correctDone(card, added, removed, isReplaced && out.length === 0);
  if (first.tool === 'schedule_message') {
    const kept = isReplaced && out.length === 0 ? [] : card.calls.filter((call) => !removed.has(mobileOf(call)));
    const newCalls = added
      .filter(({ mobile }) => !kept.some((call) => mobileOf(call) === mobile))
      .map(({ name, mobile }) => ({ ...first, args: { ...first.args, contactName: name, contactList: [{ mobile }] } }));
    return [...kept, ...newCalls];
  }
  const mobiles = added.map(({ mobile }) => mobile);
  if (first.tool === 'label_contacts' || /_recurring_message$|^undo$/.test(first.tool)) {
    const field = first.tool === 'label_contacts' ? 'mobiles' : 'recipients';
    if (mobiles.some(isGroupId) && field === 'mobiles')
      throw new ClarificationNeeded('Labels are for contacts; a group can’t have one.');
    const kept = isReplaced && out.length === 0 ? [] : now.filter((mobile) => !removed.has(mobile));
    const left = [...new Set([...kept, ...mobiles])];
    return left.length === 0 ? [] : [{ ...first, args: { ...first.args, [field]: left } }];
  }
  const matching = matchingOf(first);
  if (!matching) return null;
  const recipients = matching.recipients as string[] | undefined;
  const except = (matching.except as string[] | undefined) ?? [];
  const put = (change: Record<string, unknown>) => {
    const { except: _, ids, ...rest } = matching;
    return {
      ...first,
      args: {
        ...first.args,
        matching: { ...rest, ...(change.recipients && !change.except ? {} : ids ? { ids } : {}), ...change },
      },
    };
  };
  if (isReplaced && out.length === 0) return [put({ recipients: mobiles })];
  if (mobiles.length > 0) {
    if (recipients)
      return [
        put({ recipients: [...new Set([...recipients.filter((recipient) => !removed.has(recipient)), ...mobiles])] }),
      ];
    if (out.length > 0) return [put({ recipients: mobiles })];
    const still = except.filter((mobile) => !mobiles.includes(mobile));
    if (still.length < except.length) return [put(still.length > 0 ? { except: still } : {})];
    const { status } = matching;
    return [...card.calls, { ...first, args: { ...first.args, matching: { status, recipients: mobiles } } }];
  }
  if (card.rows.length > 0 && card.rows.every(({ mobile }) => removed.has(mobile))) return [];
  return card.calls.flatMap((call) => {
    const { recipients: some, ...of } = (matchingOf(call) ?? {}) as { recipients?: string[]; except?: string[] };
    const left = some?.filter((recipient) => !removed.has(recipient));
    if (left?.length === 0) return [];
    const only = left ? { ...of, recipients: left } : { ...of, except: [...(of.except ?? []), ...removed] };
    return [{ ...call, args: { ...call.args, matching: only } }];
  });
}

/** Corrects the result of an executed card. */
function correctDone(
  card: CorrectableCard,
  added: readonly Named[],
  removed: ReadonlySet<string>,
  isReplaced: boolean,
): Call[] | null {
  const [first] = card.calls;
  const matching = first && matchingOf(first);
  if (matching && added.length > 0 && removed.size === 0 && !isReplaced) {
    const { ids: _ids, except: _except, ...rest } = matching;
    const recipients = added.map(({ mobile }) => mobile);
    return [{ ...first, args: { ...first.args, matching: { ...rest, recipients } } }];
  }
  if (first?.tool !== 'schedule_message') return null;
  const left = card.rows.filter(({ mobile }) => isReplaced || removed.has(mobile)).map(({ id }) => id);
  return [
    ...(left.length > 0 ? [{ tool: 'cancel_message', args: createdMessages(left) }] : []),
    ...added.map(({ name, mobile }) => ({
      ...first,
      args: { ...first.args, contactName: name, contactList: [{ mobile }] },
    })),
  ];
}

/** The people a card is for; empty if it doesn't say. */
function peopleOf({ calls, rows }: CorrectableCard): string[] {
  if (rows.length > 0) return rows.map(({ mobile }) => mobile);
  return calls.flatMap((call) => {
    const { mobiles, recipients } = call.args as { mobiles?: string[]; recipients?: string[] };
    return call.tool === 'schedule_message' ? [mobileOf(call)] : (mobiles ?? recipients ?? []);
  });
}

/** Another day, time or recurrence. @throws ClarificationNeeded if it is ambiguous */
function changeTime(
  reading: TokenReader,
  { groups, isNow }: CorrectionParts,
  card: CorrectableCard,
  context: PlanContext,
): Call[] | null {
  const [first] = card.calls;
  if (!first) return null;
  if (
    card.isDone &&
    ['schedule_message', 'reschedule_message', 'duplicate_messages'].includes(first.tool) &&
    card.rows.length > 0
  )
    return changeTime(
      reading,
      { in: [], out: [], groups, isNow },
      {
        ...card,
        isDone: false,
        calls: [{ tool: 'reschedule_message', args: { ...createdMessages(idsOf(card)), to: {} } }],
      },
      context,
    );
  if (card.isDone) return null;
  if (['cancel_message', 'edit_message', 'resend_message'].includes(first.tool))
    return [reselect(reading, groups, first)];
  if (!takesTime(card)) return null;
  const change = parseTimeChange(reading, groups, isNow);
  return card.calls.map((call) =>
    call.tool === 'schedule_message' ? rescheduleCall(call, change, reading, context) : retargetCall(call, change),
  );
}

interface TimeChange {
  isNow: boolean;
  date: Temporal.PlainDate | null;
  time: Temporal.PlainTime | null;
  by: { duration: Temporal.Duration; direction: number } | null;
  zone: string | null;
  every: Group | null;
  groups: readonly Group[];
}

function parseTimeChange(reading: TokenReader, groups: readonly Group[], isNow: boolean): TimeChange {
  const change: TimeChange = { isNow, date: null, time: null, by: null, zone: null, every: null, groups };
  for (const group of groups) {
    const zone = find(group, 'zone');
    if (zone) {
      const named = findZone(zone.name);
      if (named === 'theirs') throw new ClarificationNeeded('In which time zone? Name it, such as Europe/London.');
      change.zone = named === 'ours' ? reading.now.timeZoneId : named;
    }
    const shift = shiftOf(group);
    if (shift) {
      if (shift.direction === 0)
        throw new ClarificationNeeded(
          'Earlier or later?',
          ['later', 'earlier'].map((word) => ({
            label: `${reading.request.slice(group.from, group.to)} ${word}`,
            request: reading.replaced({ from: group.to, to: group.to }, ` ${word}`),
          })),
        );
      change.by = { duration: shift.duration, direction: shift.direction };
      continue;
    }
    if (find(group, 'every')) change.every = group;
    if (['period', 'weekOf', 'span', 'month', 'year'].some((is) => group.parts.some((part) => part.is === is)))
      throw askFor('On which day exactly?', 'when', { at: group });
    const now = change.zone ? reading.now.withTimeZone(change.zone) : reading.now;
    const { date, time } = reading.clear(group, () => resolveMoment(group, now));
    if ((date && change.date) || (time && change.time))
      throw new ClarificationNeeded('I found more than one time. Which one?');
    const part = partOf(group);
    if (!time && part) throw askFor(`At what time in the ${part}?`, 'when', { after: group.to, at: group });
    change.date ??= date;
    change.time ??= time;
  }
  return change;
}

const minutely = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'minute' });

/** A message to be created, at another time. */
function rescheduleCall(
  { tool, args }: Call,
  change: TimeChange,
  reading: TokenReader,
  context: Pick<Deps, 'now'>,
): Call {
  const zone = change.zone ?? (args.zone as string | undefined) ?? context.now.timeZoneId;
  const now = context.now.withTimeZone(zone);
  const { recurrence, ...once } = args;
  const zoned = zone === context.now.timeZoneId ? {} : { zone };
  if (change.isNow) return { tool, args: { ...once, dueDate: 'now' } };
  const before = args.dueDate === 'now' ? null : Temporal.PlainDateTime.from(String(args.dueDate));
  const time = change.time ?? before?.toPlainTime() ?? null;
  if (!time)
    throw askFor('At what time?', 'when', {
      after: change.groups.at(-1)?.to ?? reading.request.length,
      at: change.groups.at(-1) ?? { from: 0, to: reading.request.length },
    });
  const rule = change.every && find(change.every, 'every');
  if (rule) {
    const day = firstDay(rule, change.date ?? now.toPlainDate(), time, now);
    return {
      tool,
      args: { ...once, ...zoned, dueDate: minutely(day.toPlainDateTime(time)), recurrence: { rule: writeEvery(rule) } },
    };
  }
  const weekly = recurrence && change.date ? weekdayOf(recurrence as { rule: string }, change.date) : null;
  if (recurrence && change.date && !weekly)
    throw new ClarificationNeeded('Say again how often it should go out, and when.');
  let at = (change.date ?? before?.toPlainDate() ?? now.toPlainDate()).toPlainDateTime(time);
  if (change.by) at = change.by.direction > 0 ? at.add(change.by.duration) : at.subtract(change.by.duration);
  if (Temporal.PlainDateTime.compare(at, now.toPlainDateTime()) <= 0)
    throw askFor(`${minutely(at).replace('T', ' ')} (${zone}) has passed. When should it go out?`, 'when', {
      at: { from: 0, to: reading.request.length },
      otherwise: `at ${time.toString({ smallestUnit: 'minute' })}`,
    });
  return {
    tool,
    args: {
      ...args,
      ...zoned,
      dueDate: minutely(at),
      ...(weekly ? { recurrence: { ...(recurrence as object), rule: weekly } } : {}),
    },
  };
}

/** Replaces the single weekday of a rule; null for any other rule. */
function weekdayOf({ rule }: { rule: string }, date: Temporal.PlainDate): string | null {
  const day = splitWords('MO TU WE TH FR SA SU')[date.dayOfWeek - 1];
  return /FREQ=WEEKLY/.test(rule) && /BYDAY=[A-Z]{2}(?=;|$)/.test(rule)
    ? rule.replace(/BYDAY=[A-Z]{2}/, `BYDAY=${day}`)
    : null;
}

/** Messages to be moved or copied, to another time. */
function retargetCall({ tool, args }: Call, { isNow, date, time, by, zone, every }: TimeChange): Call {
  if (every) throw new ClarificationNeeded('An existing message goes out once. Schedule a recurring one instead.');
  const { by: _by, to, ...rest } = args as { by?: Record<string, number>; to?: 'now' | Record<string, string> };
  if (isNow) return { tool, args: { ...rest, to: 'now' } };
  if (by && !date && !time) {
    const [minutes, days] = [by.duration.hours * 60 + by.duration.minutes, by.duration.days + by.duration.weeks * 7];
    const months = by.duration.months + by.duration.years * 12;
    const plus = { minutes: minutes * by.direction, days: days * by.direction, months: months * by.direction };
    if (typeof to === 'object' && to.time && minutes && !days && !months) {
      const at = Temporal.PlainTime.from(to.time).add({ minutes: plus.minutes });
      return { tool, args: { ...rest, to: { ...to, time: at.toString({ smallestUnit: 'minute' }) } } };
    }
    if (typeof to === 'object' && to.date && days)
      return {
        tool,
        args: { ...rest, to: { ...to, date: Temporal.PlainDate.from(to.date).add({ days: plus.days }).toString() } },
      };
    if (typeof to === 'object' && Object.keys(to).length > 0) throw askFor('To which day and time exactly?', 'when');
    return { tool, args: { ...rest, by: Object.fromEntries(Object.entries(plus).filter(([, value]) => value !== 0)) } };
  }
  return {
    tool,
    args: {
      ...rest,
      to: {
        ...(typeof to === 'object' ? to : {}),
        ...(date ? { date: date.toString() } : {}),
        ...(time ? { time: time.toString({ smallestUnit: 'minute' }) } : {}),
        ...(zone ? { zone } : {}),
      },
    },
  };
}

/** Selects messages of another time: “no, Thursday’s”. */
function reselect(reading: TokenReader, groups: readonly Group[], call: Call): Call {
  const { from: before, to: _to, ids: _ids, ...rest } = matchingOf(call) ?? {};
  const isHour = groups.every(({ parts }) => parts.every(({ is }) => is === 'time'));
  const range = rangeOf(reading, groups, 'ahead');
  const day = typeof before === 'string' && isHour ? before.slice(0, 10) : null;
  const on = (at: string | undefined) => (at && day ? `${day}${at.slice(10)}` : at);
  const [from, to] = [on(range.from), on(range.to)];
  return { ...call, args: { ...call.args, matching: { ...rest, ...(from ? { from } : {}), ...(to ? { to } : {}) } } };
}

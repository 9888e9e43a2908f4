import { OF_ONE, planOne, requireOneList, requireOnePerson, selectionAfter, selectionOf } from './action-parts.ts';
import { takeExcluded } from './exclusions.ts';
import type { Deps, Plan } from './plan-types.ts';
import { find, partOf, resolveMoment, shiftOf } from './resolve-when.ts';
import { rangeOf, type Selection } from './selection.ts';
import { askFor, ClarificationNeeded, type Group, type TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import { splitWords } from './vocabulary.ts';
import { findZone } from './zones.ts';

const MOVES = splitWords(`
  transfer slide relocate move reschedule postpone delay shift push bump advance bring change defer send set switch put rearrange swap hold
`).concat('put off', 'bring forward', 'pull forward');

export function planMove(deps: Deps, first: string | undefined): Plan | null {
  const { reading } = deps;
  if (COPIES.test(reading.request)) return null;
  if (reading.all('text').some(({ marker }) => marker !== 'sought') && !reading.take('about')) {
    if (!first || !['move', 'reschedule', 'postpone', 'delay', 'shift', 'push'].includes(first)) return null;
  }
  // “send Dana's Friday message now”; “send Dana a message now” is a new message whose text is missing.
  const isSentNow =
    reading.has('send') &&
    reading.has('now', 'immediately', 'away') &&
    reading.all('text').every(({ marker }) => marker === 'sought') &&
    OF_ONE.test(reading.request);
  const isClear =
    isSentNow ||
    (reading.all('person').length > 0 && /\bhold\b.*\b(?:until|till|til)\b/i.test(reading.request)) ||
    reading.has(
      'transfer',
      'slide',
      'relocate',
      'move',
      'reschedule',
      'postpone',
      'delay',
      'shift',
      'push',
      'bump',
      'defer',
      'rearrange',
      'advance',
    ) ||
    reading.take('hold off on', 'hold off') !== null ||
    /\b(put|bring|pull|move)\b.*\b(off|forward|back|up)\b/i.test(reading.request);
  const isChange =
    reading.has('change', 'switch', 'set', 'make') &&
    !reading.has('copy', 'duplicate') &&
    (reading.has('time', 'date', 'day') ||
      reading.all('when').length > 1 ||
      /\bto (?:at |on |the )*$/i.test(reading.request.slice(0, reading.all('when').at(-1)?.from ?? 0))) &&
    reading.all('when').length > 0;
  const isLater =
    reading.has('send') &&
    reading.has('instead') &&
    (reading.all('when').length > 0 || reading.has('now')) &&
    reading.all('text').length === 0;
  const isQuestion =
    (reading.has('instead') || reading.take('rather than') !== null) &&
    !/^\W*should\b/i.test(reading.request) &&
    reading.has('go goes out run leave delivered sent schedule needs do have') &&
    reading.has('message messages reminder text one msg') &&
    reading.all('when').length > 0 &&
    reading.all('text').every(({ marker }) => marker === 'sought');
  const isShifted = reading.all('when').some(({ part }) => part.is === 'shift') && reading.all('text').length === 0;
  if (!isClear && !isChange && !isLater && !isShifted && !isQuestion) return null;
  const isEarlier =
    reading.has('advance', 'earlier', 'sooner', 'bring', 'pull') || /\bmove\b.*\bup\b/i.test(reading.request);
  const isLaterWord =
    reading.has('postpone', 'delay', 'defer', 'later') || (reading.has('push', 'put') && reading.has('back', 'off'));
  const isPlainPush = reading.has('push', 'bump', 'shift', 'hold') && !reading.has('forward', 'up');
  const isNow =
    reading.has('now', 'immediately', 'away') &&
    reading.has('send', 'move') &&
    !reading.all('when').some(({ part }) => part.is === 'shift');
  reading.take(...MOVES);
  if (isNow) reading.take('right now|away', 'now', 'immediately');
  reading.take('at the same time|times', 'same time|times', 'keep|keeping the time|times');
  if (isQuestion || shiftsSent(reading)) reading.take('message|reminder|messages|reminders|text|one sent');
  if (isQuestion)
    reading.takeAll('do have schedule needs need to should could can go goes out run leave be delivered must');
  if (shiftsSent(reading)) reading.takeAll('must should go goes happen happens do it');
  reading.takeAll(`change send instead back forward off put bring push rather than slot everything set make up pull
    later earlier sooner over due delivery`);
  requireOnePerson(deps);
  const excepted = takeExcluded(reading);
  const groups = reading.takeGroups();
  const shifted = groups.find((group) => shiftOf(group));
  const rest = groups.filter((group) => group !== shifted);
  const left = reading.all('when').length > 1 ? insteadOf(reading, rest) : undefined;
  const target =
    shifted || isNow
      ? null
      : targetOf(reading, left ? rest.filter((group) => group !== left) : rest, left !== undefined);
  const sources = rest.filter((group) => group !== target);
  const range = rangeOf(
    reading,
    sources.map((group) => (group.preposition === 'from' ? { ...group, preposition: null } : group)),
    'ahead',
  );
  const except = reading.addresses(excepted, deps.toE164, true).map(({ mobile }) => mobile);
  const { from: _from, to: _to, ...selected } = selectionAfter(deps, range, except);
  const matching = { ...selected, ...range, ...(except.length > 0 ? { except } : {}) };
  if (shifted)
    return planOne('reschedule_message', {
      matching,
      by: shiftArgs(reading, shifted, { isEarlier, isLater: isLaterWord || isPlainPush }),
    });
  if (isNow) return planOne('reschedule_message', { matching, to: 'now' });
  if (!target) throw askFor('To when? Name a day, a time of day, or both.', 'target');
  const [source] = sources;
  if (
    source &&
    sources.length === 1 &&
    source.parts.every(({ is }) => is === 'time') &&
    find(target, 'time') &&
    find(target, 'day')
  )
    throw new ClarificationNeeded('Which day is the message on now? Name it: “today’s 3pm message”.');
  const zone = zoneOf(reading, target);
  const to = reading.clear(target, () => resolveMoment(target, zone ? reading.now.withTimeZone(zone) : reading.now));
  if (!to.date && !to.time)
    throw partOf(target)
      ? askFor('At what time exactly?', 'when', { after: target.to, at: target })
      : askFor('To which day and time exactly?', 'target', { at: target });
  if (to.time === null && partOf(target))
    throw askFor('At what time exactly?', 'when', { after: target.to, at: target });
  return planOne('reschedule_message', {
    matching,
    to: {
      ...(to.date ? { date: to.date.toString() } : {}),
      ...(to.time ? { time: to.time.toString({ smallestUnit: 'minute' }) } : {}),
      ...(zone ? { zone } : {}),
    },
  });
}

/**
 * The zone of a named time; null for none or for the workspace's own, which means each message's zone.
 * @throws ClarificationNeeded for the recipients' zone, since there may be several
 */
function zoneOf(reading: TokenReader, target: Group): string | null {
  const named = find(target, 'zone');
  if (!named) return null;
  const zone = findZone(named.name);
  if (zone === 'theirs') throw new ClarificationNeeded('In which time zone? Name it, such as Europe/London.');
  return zone === 'ours' || zone === reading.now.timeZoneId ? null : zone;
}

/** “I want Dana's message sent an hour earlier”. */
const shiftsSent = (reading: TokenReader): boolean => reading.all('when').some(({ part }) => part.is === 'shift');

/** "to Saturday instead of Friday", "rather than Friday": the messages' current time. */
const insteadOf = ({ request }: TokenReader, groups: readonly Group[]): Group | undefined =>
  groups.find(({ from }) =>
    /\b(?:instead of|rather than|and not|not|in place of) (?:on |at |the |in )*$/i.test(request.slice(0, from)),
  );

/** The new time of the messages: the group after "to", or the last one. */
function targetOf(reading: TokenReader, groups: readonly Group[], isClear: boolean): Group | null {
  const marked = groups.filter(({ preposition }) => ['to', 'until', 'till', 'til'].includes(preposition ?? ''));
  if (marked.length > 1) throw new ClarificationNeeded('I found two times to move it to. Which one?');
  if (marked[0]) return marked[0];
  const last = groups.at(-1);
  if (!last) return null;
  // "push tomorrow's": no target is given.
  const isNamed =
    reading.has('it them that those these both') ||
    reading.all('person').length > 0 ||
    reading.all('text').some(({ marker }) => marker === 'sought');
  return isClear || groups.length > 1 || isNamed ? last : null;
}

function shiftArgs(
  reading: TokenReader,
  group: Group,
  { isEarlier, isLater }: { isEarlier: boolean; isLater: boolean },
): Record<string, unknown> {
  const shift = shiftOf(group);
  if (!shift) throw new ClarificationNeeded('By how much?');
  const isBack = shift.word === 'back' && reading.has('push', 'put', 'move');
  const direction =
    shift.direction || (isLater && !isEarlier ? 1 : isEarlier && !isLater ? -1 : isBack && reading.has('push') ? 1 : 0);
  if (direction === 0) {
    const { from, to } = group;
    const words = reading.request.slice(from, to).replace(/^(by|back|forward)\s+(by\s+)?/i, '');
    throw new ClarificationNeeded('Earlier or later?', [
      {
        label: `${words} later`,
        request: reading.replaced({ from, to }, `${words} later`).replace(/\b(forward|back)\b ?/i, ''),
      },
      {
        label: `${words} earlier`,
        request: reading.replaced({ from, to }, `${words} earlier`).replace(/\b(forward|back)\b ?/i, ''),
      },
    ]);
  }
  const { days, weeks, months, years } = shift.duration;
  const minutes = shift.duration.hours * 60 + shift.duration.minutes;
  const signed = {
    ...(minutes ? { minutes: minutes * direction } : {}),
    ...(days || weeks ? { days: (days + weeks * 7) * direction } : {}),
    ...(months || years ? { months: (months + years * 12) * direction } : {}),
  };
  return signed;
}

/** "copy tomorrow's message to Dana to Friday at 9", "send the same to Omar" */
export function planDuplicate(deps: Deps): Plan | null {
  const { reading } = deps;
  if (reading.all('text').some(({ marker }) => marker === 'colon')) return null;
  if (
    !reading.take(
      'duplicate',
      'copy',
      'clone',
      'dupe',
      'copied',
      'repeat',
      'same message|text|one as|again',
      'again the same',
      'reuse',
    ) &&
    !(reading.has('again') && reading.take('same message|text|one|thing')) &&
    !(
      reading.has('again') &&
      OF_ONE.test(reading.request) &&
      !reading.has('failed failures') &&
      reading.all('when').length > 0 &&
      reading.take('send')
    )
  )
    return null;
  // “the message on the 19th”: identifies the message, not the copy's time.
  const [day, another] = reading.all('when');
  if (
    day &&
    !another &&
    /\b(?:message|text|reminder|one)s? (?:on|of|from) (?:the )?$/i.test(reading.request.slice(0, day.from))
  )
    throw askFor('Which day and time is the copy for?', 'target');
  requireOneList(reading);
  reading.takeAll('duplicate copy make of a again also create as same for another i have send be go goes should');
  reading.take('at the same time|times', 'same time|times');
  const all = reading.takeGroups();
  const shifted = all.find((group) => shiftOf(group));
  const groups = all.filter((group) => group !== shifted);
  const target =
    groups.find(({ preposition }) => ['to', 'until'].includes(preposition ?? '')) ??
    (groups.length > 1
      ? groups.at(-1)
      : groups.length === 1 &&
          groups[0] &&
          reading.tokens.indexOf(groups[0].tokens[0] as Token) > reading.tokens.findIndex(({ is }) => is === 'person')
        ? groups[0]
        : undefined);
  requireOnePerson(deps);
  const range = rangeOf(
    reading,
    groups.filter((group) => shifted !== undefined || group !== target),
    'ahead',
  );
  const { from: _from, to: _to, ...selected } = selectionAfterAny(deps, range);
  if (shifted) {
    const by = shiftArgs(reading, shifted, { isEarlier: reading.has('earlier sooner'), isLater: true });
    return planOne('duplicate_messages', { matching: { ...selected, ...range }, by });
  }
  if (!target) throw askFor('When is the copy for? Name a day and a time.', 'target');
  const to = reading.clear(target, () => resolveMoment(target, reading.now));
  if (!to.date) throw askFor('Which day is the copy for?', 'when', { at: target });
  return planOne('duplicate_messages', {
    matching: { ...selected, ...range },
    to: { date: to.date.toString(), ...(to.time ? { time: to.time.toString({ smallestUnit: 'minute' }) } : {}) },
  });
}

function selectionAfterAny(deps: Deps, range: { from?: string; to?: string }): Selection {
  const { status: _status, ...selection } =
    range.from || range.to ? selectionAfter(deps, range, []) : selectionOf(deps, ['pending']);
  return selection;
}
/** “make a copy of Dana's message a week later” moves nothing. */
const COPIES = /^\W*(?:please )?(?:duplicate|copy|clone|dupe|(?:make|create) (?:a|another) (?:copy|duplicate))\b/i;

import { which } from './plan-read.ts';
import { planSchedule } from './plan-schedule.ts';
import type { Call, Parts, Plan } from './plan-types.ts';
import { AskBack, type Group, type Reading } from './reading.ts';
import { partOf, resolveMoment, shiftOf } from './resolve-when.ts';
import { rangeOf, type Selection, takeStatus } from './selection.ts';
import type { Token } from './tokens.ts';

const POLITE = new Set([
  'please',
  'pls',
  'plz',
  'can',
  'could',
  'would',
  'will',
  'you',
  'kindly',
  'hi',
  'hey',
  'hello',
  'ok',
  'okay',
  'just',
  'i',
  'want',
  'need',
  'to',
  'like',
  "i'd",
  'id',
  'lets',
  "let's",
  'now',
  'then',
  'go',
  'ahead',
  'and',
  'also',
  'actually',
  'so',
  'well',
  'wanna',
  'gotta',
  'have',
  'must',
  'should',
  'we',
  "i'll",
  'quickly',
  'maybe',
  'me',
  'help',
  'assistant',
  'agent',
  'yes',
  'no',
  'thanks',
  'all',
  'everything',
  'am',
  "i'm",
  'going',
]);
const ASKS = new Set([
  'show',
  'list',
  'what',
  "what's",
  'whats',
  'which',
  'who',
  "who's",
  'whos',
  "who've",
  'when',
  'whens',
  "when's",
  'how',
  "how's",
  'why',
  'where',
  'whose',
  'whom',
  'find',
  'search',
  'give',
  'get',
  'see',
  'view',
  'display',
  'did',
  'do',
  'does',
  'is',
  'are',
  'was',
  'were',
  'has',
  'have',
  'had',
  'any',
  'anything',
  'anyone',
  'anybody',
  'count',
  'check',
  'look',
  'open',
  'fetch',
  'pull',
  'bring',
  'read',
  'status',
  "isn't",
  "hasn't",
  "haven't",
  "didn't",
  "aren't",
  'am',
  'there',
  'print',
  'overview',
  'summary',
  'summarise',
  'summarize',
  'compare',
]);

/** What is to be done; null: nothing is, the request asks. */
export function planAct(parts: Parts): Plan | null {
  const { reading } = parts;
  if (reading.take('forget it', 'never mind', 'nevermind')) return null;
  const first = firstWord(reading);
  const isNegative = /^(?:\W*(?:please|ok|hey)\W+)*(?:do not|don'?t|never)\b/i.test(reading.request);
  if (
    !isNegative &&
    first &&
    ASKS.has(first.text) &&
    !(first.text === 'bring' && /\bforward\b/i.test(reading.request)) &&
    !(first.text === 'get' && reading.has('rid'))
  )
    return null;
  return (
    undo(parts) ??
    retry(parts) ??
    cancel(parts) ??
    move(parts, first?.text) ??
    edit(parts) ??
    duplicate(parts) ??
    addContact(parts) ??
    planSchedule(parts, first?.text ?? null)
  );
}

type Word = Extract<Token, { is: 'word' }>;

/** The first word that is no courtesy; undefined: there is none, or something else comes first. */
function firstWord(reading: Reading): Word | undefined {
  for (const token of reading.tokens) {
    if (token.is !== 'word') return undefined;
    // "do I have", "have I sent" ask; "I have to" does not.
    const next = reading.tokens[reading.tokens.indexOf(token) + 1];
    const asks =
      ['do', 'have', 'am', 'should', 'will', 'can'].includes(token.text) &&
      next?.is === 'word' &&
      ['i', 'we'].includes(next.text) &&
      reading.tokens[0] === token;
    if (asks) return { ...token, text: 'do' };
    if (!POLITE.has(token.text)) return token;
  }
  return undefined;
}

const WHICH_WORDS = [
  'message',
  'messages',
  'msg',
  'msgs',
  'text',
  'texts',
  'reminder',
  'reminders',
  'note',
  'notes',
  'scheduled',
  'that',
  'ones',
  'one',
  'sends',
  'goes',
  'going',
  'out',
  'schedule',
  'planned',
  'is',
  'are',
  'queue',
  'from',
  'sending',
  'whatsapps',
  'delivery',
  'single',
  'whole',
  'off',
  'off.',
];

/** Which messages an act is for. @throws AskBack when nothing says so */
function selectionOf(parts: Parts, status: string[]): Selection {
  const { reading } = parts;
  const isAll =
    reading.has('all', 'everything', 'every', 'whole', 'entire') ||
    reading.all('when').some(({ part }) => part.is === 'every');
  const given = takeStatus(reading);
  const { order, limit, ...selection } = which(parts, status.includes('pending') ? 'ahead' : 'back');
  reading.takeAll(WHICH_WORDS);
  const isNamed =
    selection.from !== undefined ||
    selection.to !== undefined ||
    selection.recipients !== undefined ||
    selection.search !== undefined ||
    limit !== undefined;
  if (!isNamed && !isAll && given.length === 0) {
    throw new AskBack('Which messages do you mean? Name a person, a day, or say “all”.');
  }
  const isOther = given.some((one) => !status.includes(one));
  if (isOther) throw new AskBack(`Only ${status.join(' or ')} messages can be changed that way.`);
  return {
    status,
    ...selection,
    ...(limit === undefined ? {} : { limit, order: order ?? (status.includes('pending') ? 'soonest' : 'latest') }),
  };
}

/** One person for each act, so that nobody is meant by accident. */
function insistOnOne(parts: Parts): void {
  for (const token of parts.reading.all('person')) parts.reading.one(token);
}

const one = (tool: string, args: Record<string, unknown>): Plan => ({
  kind: 'calls',
  calls: [{ tool, args } satisfies Call],
  answers: 'list',
});

function undo(parts: Parts): Plan | null {
  const { reading } = parts;
  if (
    !reading.take(
      'undo',
      'revert',
      'take that|it back',
      'take them back',
      'roll that|it back',
      'put that|it|them back',
      'reverse that|it',
      'undo the last',
      'bring them|it back',
      'restore',
      'unsend',
      'uncancel',
      'un-cancel',
    )
  )
    return null;
  reading.takeAll([
    'last',
    'change',
    'action',
    'thing',
    'did',
    'previous',
    'latest',
    'just',
    'what',
    'move',
    'moves',
    'cancel',
    'cancellation',
    'message',
    'messages',
    'back',
    'reschedule',
    'rescheduling',
    'step',
    'edit',
    'for',
    'to',
    'cancelled',
    'schedule',
  ]);
  insistOnOne(parts);
  const people = reading.addresses(reading.takePeople(), parts.toE164, true);
  return one('undo', people.length > 0 ? { recipients: people.map(({ mobile }) => mobile) } : {});
}

function retry(parts: Parts): Plan | null {
  const { reading } = parts;
  const isAgain =
    reading.has('again') &&
    reading.has('send', 'try', 'sending') &&
    (reading.has('failed', 'failures', 'failing') ||
      /didn't|did not|not go|undelivered|bounced/i.test(reading.request));
  if (!isAgain && !reading.take('retry', 'resend', 're-send', 'retrying', 'resending', 'try again')) return null;
  reading.takeAll([
    'retry',
    'resend',
    'try',
    'again',
    'send',
    'sending',
    'once',
    'more',
    'another',
    'give',
    'go',
    'shot',
    'delivering',
  ]);
  insistOnOne(parts);
  const selection = selectionOf(parts, ['failed']);
  return one('retry_messages', { matching: selection });
}

function cancel(parts: Parts): Plan | null {
  const { reading } = parts;
  if (reading.has('subscription', 'account', 'plan', 'workspace', 'engine', 'contact', 'contacts')) return null;
  const verb =
    reading.take(
      "don't send",
      'do not send',
      'dont send',
      "don't let",
      'do not let',
      'never send',
      'call off',
      'get rid of',
      'scrap',
      'cancel',
      'delete',
      'remove',
      'drop',
      'unschedule',
      'abort',
      'bin',
      'axe',
      'trash',
      'discard',
      'kill',
      'stop',
      'clear',
      'withdraw',
      'nix',
      'erase',
      'pull',
      'wipe',
      'prevent',
      'cancelling',
      'take off|out',
    ) ?? (reading.has('off') ? reading.take('call') : null);
  if (!verb) return null;
  reading.takeAll(
    [
      'going',
      'go',
      'from',
      'being',
      'sent',
      'sending',
      'off',
      'out',
      'upcoming',
      'pending',
      'queued',
      'anymore',
      'after',
      'send',
    ].filter((word) => word !== 'after' || reading.has('all')),
  );
  insistOnOne(parts);
  return one('cancel_messages', { matching: selectionOf(parts, ['pending']) });
}

const MOVES = [
  'move',
  'reschedule',
  'postpone',
  'delay',
  'shift',
  'push',
  'bump',
  'advance',
  'put off',
  'bring forward',
  'bring',
  'change',
  'defer',
  'send',
  'set',
  'switch',
  'put',
  'rearrange',
  'swap',
  'pull forward',
  'hold',
];

function move(parts: Parts, first: string | undefined): Plan | null {
  const { reading } = parts;
  if (reading.all('text').length > 0 && !reading.take('about')) {
    if (!first || !['move', 'reschedule', 'postpone', 'delay', 'shift', 'push'].includes(first)) return null;
  }
  const isClear =
    reading.has('move', 'reschedule', 'postpone', 'delay', 'shift', 'push', 'bump', 'defer', 'rearrange', 'advance') ||
    /\b(put|bring|pull)\b.*\b(off|forward|back)\b/i.test(reading.request);
  const isChange =
    reading.has('change', 'switch', 'set', 'make') &&
    (reading.has('time', 'date', 'day') || reading.all('when').length > 1) &&
    reading.all('when').length > 0;
  const isLater =
    reading.has('send') && reading.has('instead') && reading.all('when').length > 0 && reading.all('text').length === 0;
  const isShifted = reading.all('when').some(({ part }) => part.is === 'shift') && reading.all('text').length === 0;
  if (!isClear && !isChange && !isLater && !isShifted) return null;
  const isEarlier = reading.has('advance', 'earlier', 'sooner', 'bring', 'pull');
  const isLaterWord =
    reading.has('postpone', 'delay', 'defer', 'later') || (reading.has('push', 'put') && reading.has('back', 'off'));
  const isPlainPush = reading.has('push', 'bump') && !reading.has('forward', 'up');
  reading.take(...MOVES);
  reading.takeAll([
    'change',
    'send',
    'instead',
    'back',
    'forward',
    'off',
    'put',
    'bring',
    'push',
    'rather',
    'than',
    'slot',
    'everything',
    'set',
    'make',
    'up',
    'pull',
    'later',
    'earlier',
    'sooner',
    'over',
    'due',
    'delivery',
  ]);
  insistOnOne(parts);
  const excepted = reading.takeExcluded();
  const groups = reading.takeGroups();
  const shifted = groups.find((group) => shiftOf(group));
  const rest = groups.filter((group) => group !== shifted);
  const target = shifted ? null : targetOf(reading, rest);
  const sources = rest.filter((group) => group !== target);
  const range = rangeOf(
    reading,
    sources.map((group) => (group.preposition === 'from' ? { ...group, preposition: null } : group)),
    'ahead',
  );
  const except = reading.addresses(excepted, parts.toE164, true).map(({ mobile }) => mobile);
  const { from: _from, to: _to, ...selected } = selectionAfter(parts, range, except);
  const matching = { ...selected, ...range, ...(except.length > 0 ? { except } : {}) };
  if (shifted)
    return one('move_messages', {
      matching,
      by: shiftArgs(reading, shifted, { isEarlier, isLater: isLaterWord || isPlainPush }),
    });
  if (!target) throw new AskBack('To when? Name a day, a time of day, or both.');
  const to = reading.clear(target, () => resolveMoment(target, reading.now));
  if (!to.date && !to.time)
    throw new AskBack(partOf(target) ? 'At what time exactly?' : 'To which day and time exactly?');
  if (to.date === null && partOf(target) && to.time === null) throw new AskBack('At what time exactly?');
  if (to.date && !to.time && partOf(target)) throw new AskBack('At what time exactly?');
  return one('move_messages', {
    matching,
    to: {
      ...(to.date ? { date: to.date.toString() } : {}),
      ...(to.time ? { time: to.time.toString({ smallestUnit: 'minute' }) } : {}),
    },
  });
}

function selectionAfter(parts: Parts, range: { from?: string; to?: string }, except: string[]): Selection {
  const { reading } = parts;
  try {
    return selectionOf(parts, ['pending']);
  } catch (error) {
    if (error instanceof AskBack && (range.from || range.to || except.length > 0)) {
      reading.takeAll(WHICH_WORDS);
      return { status: ['pending'] };
    }
    throw error;
  }
}

/** Where the messages are to go: the group after "to", or the last one. */
function targetOf(reading: Reading, groups: readonly Group[]): Group | null {
  const marked = groups.filter(({ preposition }) => ['to', 'until', 'till', 'til'].includes(preposition ?? ''));
  if (marked.length > 1) throw new AskBack('I read two times to move to. Which one?');
  if (marked[0]) return marked[0];
  const last = groups.at(-1);
  if (!last) return null;
  // "push tomorrow's": nothing says where to.
  return groups.length > 1 || reading.all('person').length > 0 ? last : null;
}

function shiftArgs(
  reading: Reading,
  group: Group,
  { isEarlier, isLater }: { isEarlier: boolean; isLater: boolean },
): Record<string, unknown> {
  const shift = shiftOf(group);
  if (!shift) throw new AskBack('By how much?');
  const isBack = shift.word === 'back' && reading.has('push', 'put', 'move');
  const direction =
    shift.direction || (isLater && !isEarlier ? 1 : isEarlier && !isLater ? -1 : isBack && reading.has('push') ? 1 : 0);
  if (direction === 0) {
    const { from, to } = group;
    const words = reading.request.slice(from, to).replace(/^(by|back|forward)\s+(by\s+)?/i, '');
    throw new AskBack('Earlier or later?', [
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

/** "change Dana's message to say …" */
function edit(parts: Parts): Plan | null {
  const { reading } = parts;
  const [text] = reading.all('text');
  if (
    !text ||
    !reading.has(
      'change',
      'edit',
      'update',
      'reword',
      'rewrite',
      'rephrase',
      'replace',
      'correct',
      'amend',
      'make',
      'alter',
      'fix',
    )
  )
    return null;
  text.isUsed = true;
  reading.takeAll([
    'change',
    'edit',
    'update',
    'reword',
    'rewrite',
    'rephrase',
    'replace',
    'correct',
    'amend',
    'make',
    'alter',
    'fix',
    'text',
    'wording',
    'words',
    'content',
    'body',
    'say',
    'saying',
    'read',
    'to',
    'with',
    'it',
    'so',
    'into',
    'as',
    'next',
  ]);
  insistOnOne(parts);
  const matching = selectionOf(parts, ['pending']);
  return one('edit_messages', { matching, message: text.text });
}

/** "copy tomorrow's message to Dana to Friday at 9", "send the same to Omar" */
function duplicate(parts: Parts): Plan | null {
  const { reading } = parts;
  if (!reading.take('duplicate', 'copy', 'clone', 'repeat')) return null;
  reading.takeAll(['duplicate', 'copy', 'make', 'of', 'a', 'again', 'also']);
  const groups = reading.takeGroups();
  const target =
    groups.find(({ preposition }) => ['to', 'until'].includes(preposition ?? '')) ??
    (groups.length > 1
      ? groups.at(-1)
      : groups.length === 1 &&
          groups[0] &&
          reading.tokens.indexOf(groups[0].tokens[0] as Token) > reading.tokens.findIndex(({ is }) => is === 'person')
        ? groups[0]
        : undefined);
  insistOnOne(parts);
  const range = rangeOf(
    reading,
    groups.filter((group) => group !== target),
    'ahead',
  );
  const { from: _from, to: _to, ...selected } = selectionAfterAny(parts, range);
  if (!target) throw new AskBack('For when is the copy? Name a day and a time.');
  const to = reading.clear(target, () => resolveMoment(target, reading.now));
  if (!to.date) throw new AskBack('For which day is the copy?');
  return one('duplicate_messages', {
    matching: { ...selected, ...range },
    to: { date: to.date.toString(), ...(to.time ? { time: to.time.toString({ smallestUnit: 'minute' }) } : {}) },
  });
}

function selectionAfterAny(parts: Parts, range: { from?: string; to?: string }): Selection {
  const { status: _status, ...selection } =
    range.from || range.to ? selectionAfter(parts, range, []) : selectionOf(parts, ['pending']);
  return selection;
}

function addContact(parts: Parts): Plan | null {
  const { reading } = parts;
  const [number] = reading.all('number');
  if (!reading.has('add', 'save', 'create', 'new', 'store') || !(reading.has('contact', 'contacts') || number))
    return null;
  reading.takeAll([
    'add',
    'save',
    'create',
    'new',
    'store',
    'contact',
    'contacts',
    'number',
    'with',
    'as',
    'named',
    'called',
    'name',
    'under',
    'phone',
    'mobile',
    'is',
    'address',
    'book',
  ]);
  if (!number) throw new AskBack('With which number? Write it with its country, such as +44 7700 900123.');
  number.isUsed = true;
  const mobile = parts.toE164(number.digits);
  if (!mobile) throw new AskBack(`“${number.digits}” is not a phone number that I can read.`);
  const text = reading.takeText();
  const name = text?.text ?? nameWords(reading);
  if (!name) throw new AskBack('What is their name?');
  return one('create_contact', { name, mobile });
}

/** Words in capitals that stand together, also where they begin like somebody we know. */
function nameWords(reading: Reading): string | null {
  const found = reading.tokens.filter(
    (token) =>
      !token.isUsed &&
      (token.is === 'person' || (token.is === 'word' && /^\p{Lu}/u.test(token.original) && token.from > 0)),
  );
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last) return null;
  for (const token of found) token.isUsed = true;
  return reading.request.slice(first.from, last.to).trim();
}

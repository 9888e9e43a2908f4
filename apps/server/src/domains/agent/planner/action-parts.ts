import type { Call, Deps, Plan } from './plan-types.ts';
import { takeSelection } from './read-parts.ts';
import { takeShown } from './references.ts';
import type { Selection } from './selection.ts';
import { takeStatus } from './status.ts';
import { askFor, ClarificationNeeded } from './token-reader.ts';
import { splitWords } from './vocabulary.ts';

export const WHICH_WORDS = splitWords(`
  message messages msg msgs text texts reminder reminders note notes scheduled that ones one sends goes going
  out schedule planned is are queue from sending whatsapps delivery single whole off off. future upcoming whatever
  anything patients customers clients everyone everybody further more remaining outstanding set due lined
`);

const NOUNS = new Set(splitWords('message messages msg msgs text texts reminder reminders note notes one ones'));

/** “cancel her messages and Omar's”: the owner of the first ones is unknown. */
function requireNames({ tokens }: Deps['reading']): void {
  for (const [at, token] of tokens.entries()) {
    if (token.is !== 'word' || !['her', 'his', 'their'].includes(token.text)) continue;
    if (tokens.slice(at + 1, at + 3).some((next) => next.is === 'word' && NOUNS.has(next.text)))
      throw askFor(`Whose messages do you mean by “${token.original}”? Name them.`, 'whose', { at: token });
  }
}

const JOINING = new Set(
  splitWords(
    'and or both except but not without excluding apart aside besides skip leave leaving keep minus ignore other',
  ),
);

/**
 * “send Dana's message to Omar”: a message to one person cannot go to another. Several people must form a list or be
 * excluded.
 * @throws ClarificationNeeded if they do neither
 */
export function requireOneList({ tokens }: Deps['reading']): void {
  const places = tokens.flatMap(({ is }, at) => (is === 'person' || is === 'number' ? [at] : []));
  const isOneList = places.every((at, place) => {
    const before = places[place - 1];
    if (before === undefined || at === before + 1) return true;
    return tokens.slice(before + 1, at).some((token) => token.is === 'word' && JOINING.has(token.text));
  });
  if (!isOneList)
    throw new ClarificationNeeded(
      'A message stays with whom it is for. Name the others and the words, and I write to them.',
    );
}

/**
 * The messages that an action is for. `isBounded`: the request has already limited them.
 * @throws ClarificationNeeded if nothing limits them
 */
export function selectionOf(deps: Deps, status: string[], isBounded = false): Selection {
  const { reading } = deps;
  const isSpecified = reading.tokens.some(
    ({ is, isUsed }) => !isUsed && ['person', 'number', 'when', 'text'].includes(is),
  );
  const ids = isBounded || isSpecified ? null : takeShown(reading, deps.shown);
  if (ids) {
    reading.takeAll([...WHICH_WORDS, 'all']);
    return { status, ids };
  }
  requireNames(reading);
  requireOneList(reading);
  const isAll =
    reading.has('all', 'everything', 'every', 'whole', 'entire') ||
    reading.all('when').some(({ part }) => part.is === 'every');
  const given = takeStatus(reading);
  const { order, limit, ...selection } = takeSelection(deps, status.includes('pending') ? 'ahead' : 'back');
  reading.takeAll(WHICH_WORDS);
  const isNamed =
    isBounded ||
    selection.from !== undefined ||
    selection.to !== undefined ||
    selection.recipients !== undefined ||
    selection.search !== undefined ||
    limit !== undefined;
  if (!isNamed && !isAll && given.length === 0) {
    throw askFor('Which messages do you mean? Name a person, a day, or say “all”.', 'which');
  }
  const isOther = given.some((value) => !status.includes(value));
  if (isOther) throw new ClarificationNeeded(`Only ${status.join(' or ')} messages can be changed that way.`);
  return {
    status,
    ...selection,
    ...(limit === undefined ? {} : { limit, order: order ?? (status.includes('pending') ? 'soonest' : 'latest') }),
  };
}

/** “Dana's message”, “the message to Dana”: an existing message. */
export const OF_ONE =
  /(?:['’]s?|\b(?:the|that|this|my|our)) (?:\p{L}+ ){0,3}(?:messages?|msgs?|reminders?|texts?|notes?|wording|one)\b/iu;

/** One person per action, so that nobody is included by accident. */
export function requireOnePerson(deps: Deps): void {
  for (const token of deps.reading.all('person')) if (!token.isEach) deps.reading.one(token);
}

export const planOne = (tool: string, args: Record<string, unknown>): Plan => ({
  kind: 'calls',
  calls: [{ tool, args } satisfies Call],
  answers: 'list',
});

/** The messages of an action whose time range and exceptions are already known. */
export const selectionAfter = (deps: Deps, range: { from?: string; to?: string }, except: string[]): Selection =>
  selectionOf(deps, ['pending'], range.from !== undefined || range.to !== undefined || except.length > 0);

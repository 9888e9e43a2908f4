import { requireOnePerson } from './action-parts.ts';
import { planChat, planChats } from './plan-chats.ts';
import { planKnowledge, planLabelled, planThings } from './plan-things.ts';
import type { Deps, Plan } from './plan-types.ts';
import { planUnanswered } from './plan-unanswered.ts';
import { definedArgs, planCalls, takeSelection } from './read-parts.ts';
import { takeShown } from './references.ts';
import { takeLimit } from './selection.ts';
import { takeReceipt, takeStatus } from './status.ts';
import { askFor, type TokenReader } from './token-reader.ts';
import { FILLER, splitWords } from './vocabulary.ts';

const COUNTING = [
  'count how many times',
  'count how often',
  'count how many',
  'how many times',
  'how many',
  'how often',
  'the size of',
  'size of',
  'the total for',
  'the total of',
  'the total',
  'a total of',
  'a tally of',
  'tally',
  'count of',
  'count',
  'number of',
  'the number of',
  'total number of',
  'how much',
];

/** Plans a look-up; null if the request matches none. */
export function planRead(deps: Deps): Plan | null {
  const { reading } = deps;
  const isCount = takeCounting(reading);
  return reading.first(
    () => planPictures(deps),
    () => planEngines(deps, isCount),
    () => planKnowledge(deps),
    () => planLabelled(deps, isCount),
    () => planThings(deps, isCount),
    () => planWhy(deps),
    () => planUnanswered(deps, isCount),
    () => planChat(deps, isCount),
    () => planChats(deps, isCount),
    () => planContacts(deps, isCount),
    () => planScheduled(deps, isCount),
  );
}

/** "Dana's number" and "the number of Dana" ask for a contact, "the number of messages" for a count. */
function takeCounting(reading: TokenReader): boolean {
  const isOfPerson =
    reading.all('person').length > 0 && !reading.has('many', 'messages', 'count', 'often', 'times', 'total');
  const isTotal = /^\W*(?:the |a |grand )*total\b|\btotal\W*$/i.test(reading.request);
  return !isOfPerson && (reading.take(...COUNTING) !== null || isTotal);
}

function planPictures({ reading, toE164 }: Deps): Plan | null {
  const looks = reading.take('look|looks like') !== null && reading.take('what') !== null;
  if (!looks && !reading.has('picture pictures pic pics photo photos avatar avatars pfp dp image images selfie'))
    return null;
  reading.takeAll(
    'picture pictures pic pics photo photos avatar avatars pfp dp image images profile profiles contact contacts whatsapp and display look looks like use uses using has have both',
  );
  const people = reading.addresses(reading.takePeople(), toE164, true);
  if (people.length === 0 && looks) return null;
  if (people.length === 0) throw askFor('Whose picture do you want to see? Name one of your contacts.', 'who');
  return planCalls({ tool: 'get_profile_pic', args: { contactIds: people.map(({ mobile }) => mobile) } });
}

function planEngines({ reading }: Deps, isCount: boolean): Plan | null {
  const names = splitWords(`
    engine engines connection connections connected online offline linked disconnected paired
  `);
  const isOfNumber =
    reading.has('numbers number phone phones') &&
    reading.has('working status active running alive') &&
    !reading.has('contact contacts');
  if (!(reading.has(...names) || isOfNumber) || reading.all('person').length > 0 || reading.has('messages', 'message'))
    return null;
  reading.takeAll(names);
  reading.takeAll(`status state running working up down device devices phone number numbers health ok or properly
    fine alive not still and line doing going active phones well`);
  return planCalls({ tool: 'get_engines', args: {} }, isCount ? 'count' : 'list');
}

function planWhy(deps: Deps): Plan | null {
  const { reading } = deps;
  if (
    !reading.take(
      'why',
      'how come',
      'what is holding',
      "what's holding",
      'what is keeping',
      'what is blocking',
      "what's blocking",
      'what happened to|with',
      'what happened',
      ...(reading.all('person').length > 0 && !reading.has('back') ? ['never got|received|reached|arrived'] : []),
      'a|any problem|problems|issue|issues|trouble|error|errors with',
      "what's wrong with",
      "what's|what the reason|problem|matter|issue|trouble|story|deal|holdup|matter with|for|that",
      'what is the reason|problem|matter|issue|trouble with|for|that',
      "what's up|going with",
      'the reason',
      'reason',
      'what is wrong with',
      'what went wrong with',
    )
  )
    return null;
  reading.take('for what reason');
  reading.takeAll(`hasn't haven't didn't isn't wasn't weren't won't doesn't aren't not never yet sent send sending gone
    nothing there a any go went out delivered arrived arrive stuck waiting left leave reached reach been held back hold
    holding still pending keeping being delivering get got through message messages reminder reminders
    text texts up bounced bounce error errors problem no late delayed scheduled failed fail failing received receive`);
  const isSpecified = reading.tokens.some(({ is }) => ['person', 'number', 'when', 'text'].includes(is));
  const ids = isSpecified ? null : takeShown(reading, deps.shown);
  return planCalls({
    tool: 'why_not_sent',
    args: ids ? { ids } : definedArgs(takeSelection(deps, isOfPast(reading) ? 'back' : 'ahead')),
  });
}

/** Whether a question is about the past. */
const isOfPast = ({ request }: TokenReader): boolean =>
  /\b(?:did|didn'?t|was|wasn'?t|were|weren'?t|failed|bounced|went|got|sent|received?|has(?:n'?t)?|have(?:n'?t)?)\b/i.test(
    request,
  );

/** A date without a year within this many days in the past means that date, not next year's. */
const NEAR_DAYS = 120;

/** Whether a named date, such as 1 February, has just passed. */
const hasJustBeen = (reading: TokenReader): boolean =>
  reading.all('when').some(({ part }) => {
    if (part.is !== 'day' || part.day.kind !== 'date' || part.day.year !== null) return false;
    const { month, day } = part.day;
    const today = reading.now.toPlainDate();
    const days = today.since(today.with({ month, day }), { largestUnit: 'days' }).days;
    return days > 0 && days < NEAR_DAYS;
  });

function planContacts({ reading }: Deps, isCount: boolean): Plan | null {
  const nouns = splitWords(`
    contact contacts people person addressbook customers clients customer client number phone mobile numbers
  `);
  const asksOfContacts =
    reading.has('contact', 'contacts', 'addressbook', 'customers', 'clients') || reading.take('address book') !== null;
  const people = reading.all('person');
  const asksWho =
    people.length > 0 &&
    !reading.has('message', 'messages', 'pending', 'scheduled', 'sent', 'failed') &&
    (reading.has('number', 'phone', 'mobile', 'numbers') ||
      reading.take('who is|are', "who's", 'whos', 'contact details', 'details of|for') !== null);
  const asksCalled =
    reading.has('called', 'named') &&
    reading.has('everyone everybody someone anyone anybody people who') &&
    !reading.has('message', 'messages', 'chat', 'chats', 'group');
  const asksIn =
    !asksOfContacts && people.length === 0 && reading.has('people', 'person') && !reading.has('message', 'messages');
  if (!asksOfContacts && !asksWho && !asksIn && !asksCalled) return null;
  reading.takeAll(nouns);
  reading.takeAll(`details info information who saved named called name names matching card stored with containing
    starting address book entry record list under anyone someone anybody somebody everyone everybody saved stored by word words do know surname total last`);
  const about = reading.takeText();
  const { limit } = takeLimit(reading);
  const namedPeople = reading.takePeople();
  const search =
    about?.text ?? namedPeople.map((token) => (token.is === 'person' ? token.name : token.digits)).join(' and ');
  // An unknown name is searched too: the answer is that there is no such contact.
  const unknown = search === '' ? takeUnknownName(reading) : null;
  return planCalls(
    { tool: 'get_contacts', args: definedArgs({ search: search || unknown || undefined, limit }) },
    isCount ? 'count' : 'list',
  );
}

function takeUnknownName(reading: TokenReader): string | null {
  const left = reading.tokens.filter(
    (token) =>
      token.is === 'word' &&
      !token.isUsed &&
      /^\p{Lu}/u.test(token.original) &&
      token.from > 0 &&
      !FILLER.has(token.text),
  );
  if (left.length === 0) return null;
  for (const token of left) token.isUsed = true;
  return left.map((token) => (token.is === 'word' ? token.original : '')).join(' ');
}

const SCHEDULED = splitWords(`
  programmed programme lineup line-up books rundown programme program notification notifications blast blasts nudge nudges
  message messages msg msgs text texts reminder reminders note notes scheduled schedule queue planned plan plans
  outbox calendar sends agenda deliveries whatsapps pipeline outgoing
`);

/** Messages that are scheduled, sent or failed. */
function planScheduled(deps: Deps, isCount: boolean): Plan | null {
  const { reading } = deps;
  const isOfOurs = reading.has(...SCHEDULED);
  const isScheduled = reading.has(
    'scheduled schedule planned queue plan plans agenda calendar outbox queued pipeline outgoing',
  );
  const wantsLast = lastOfPast(reading);
  const isAny =
    reading.take('whatever|regardless|any the|their|its|of status', 'any status', 'every status', 'all statuses') !==
    null;
  const status = takeStatus(reading);
  const receipt = takeReceipt(reading);
  // “what did Tony get”, “did we text Yuki”: what was sent; “what is Tony getting”: what is scheduled.
  const hasDone = /\b(?:did|have|has|had)\b/i.test(reading.request);
  const isStatement = reading.take(
    hasDone ? 'we|i already|ever|just text|message|write|contact|tell|ping' : 'getting',
    hasDone ? 'we|i text|message|write|contact|tell|ping' : 'getting',
    hasDone ? 'get|receive|received|gotten' : 'get|gets|receive|receives|receiving',
  );
  reading.takeAll(SCHEDULED);
  if (isStatement !== null && hasDone && status.length === 0) status.push('sent');
  reading.takeAll(`today status statuses off who whom left got getting get gets receive receiving received writing messaging
    texting text write lot total someone everyone everybody anyone anybody patients customers clients students parents members more
    guests staff numbers happen during set up due lined reach reaching reaches waiting sit sitting send sends line whatever`);
  const isAhead = status.includes('pending') || (status.length === 0 && !receipt && !hasJustBeen(reading));
  const selection = takeSelection(deps, isAhead ? 'ahead' : 'back');
  requireOnePerson(deps);
  const hasWhat =
    isOfOurs ||
    status.length > 0 ||
    receipt !== undefined ||
    selection.search !== undefined ||
    selection.from !== undefined ||
    selection.to !== undefined ||
    (selection.recipients?.length ?? 0) > 0;
  if (!hasWhat) return null;
  // Scheduled means pending if ahead; for days that have begun, sent messages are included.
  const now = reading.now.toPlainDateTime().toString({ smallestUnit: 'minute' });
  const hasBegun = (selection.from ?? selection.to ?? now) < now;
  const statuses =
    status.length > 0
      ? status
      : wantsLast
        ? ['sent']
        : !isAny && !receipt && (isGoing(reading) || selection.order === 'soonest' || (isScheduled && !hasBegun))
          ? ['pending']
          : [];
  const order = selection.order ?? undefined;
  // A message that was read or delivered was sent.
  const stood = receipt ? statuses.filter((status) => status !== 'sent') : statuses;
  const args = definedArgs({ ...selection, status: stood, order, receipt });
  return planCalls({ tool: 'get_scheduled_messages', args }, isCount ? 'count' : 'list');
}

const lastOfPast = (reading: TokenReader): boolean =>
  /\b(last|latest|most recent) (message|text|msg)s? (that )?(i|we) (sent|wrote)|\bwhen did (i|we) last|\b(last|latest) (message|text) (i|we|that|to|for)\b/i.test(
    reading.request,
  );
const isGoing = (reading: TokenReader): boolean =>
  /\b(going|go|goes) out\b|\bcoming up\b|\bdue\b|\bupcoming\b/i.test(reading.request);

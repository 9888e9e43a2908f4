import type { Call, Parts, Plan } from './plan-types.ts';
import { AskBack, type Reading } from './reading.ts';
import { rangeOf, type Selection, takeLimit, takeStatus } from './selection.ts';
import { FILLER } from './vocabulary.ts';

const calls = (call: Call, answers: 'list' | 'count' = 'list'): Plan => ({ kind: 'calls', calls: [call], answers });
/** What is left out stands for whatever the tool does by itself. */
const given = <T extends object>(args: T): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );

const COUNTING = ['how many', 'count of', 'count', 'number of', 'the number of', 'total number of', 'how much'];
const CHATS = ['chat', 'chats', 'conversation', 'conversations', 'thread', 'threads', 'inbox', 'dm', 'dms'];

/** What is to be shown; null: nothing that is known. */
export function planRead(parts: Parts): Plan | null {
  const { reading } = parts;
  const isCount = takeCounting(reading);
  return (
    pictures(parts) ??
    engines(parts, isCount) ??
    why(parts) ??
    unanswered(parts, isCount) ??
    oneChat(parts, isCount) ??
    chats(parts, isCount) ??
    contacts(parts, isCount) ??
    scheduled(parts, isCount)
  );
}

/** "Dana's number" and "the number of Dana" ask for a contact, "the number of messages" for how many. */
function takeCounting(reading: Reading): boolean {
  const isOfPerson = reading.all('person').length > 0 && !reading.has('many', 'messages', 'count');
  return !isOfPerson && reading.take(...COUNTING) !== null;
}

function pictures({ reading, toE164 }: Parts): Plan | null {
  if (!reading.has('picture', 'pictures', 'pic', 'pics', 'photo', 'photos', 'avatar', 'avatars')) return null;
  reading.takeAll([
    'picture',
    'pictures',
    'pic',
    'pics',
    'photo',
    'photos',
    'avatar',
    'avatars',
    'profile',
    'profiles',
    'contact',
    'contacts',
    'whatsapp',
    'and',
  ]);
  const people = reading.addresses(reading.takePeople(), toE164, false);
  if (people.length === 0) throw new AskBack('Whose picture do you want to see? Name one of your contacts.');
  return calls({ tool: 'get_profile_pic', args: { contactIds: people.map(({ mobile }) => mobile) } });
}

function engines({ reading }: Parts, isCount: boolean): Plan | null {
  const names = [
    'engine',
    'engines',
    'connection',
    'connections',
    'connected',
    'online',
    'offline',
    'linked',
    'disconnected',
    'paired',
  ];
  if (!reading.has(...names) || reading.all('person').length > 0 || reading.has('messages', 'message')) return null;
  reading.takeAll([
    ...names,
    'status',
    'state',
    'running',
    'working',
    'up',
    'down',
    'device',
    'devices',
    'phone',
    'number',
    'numbers',
    'health',
    'ok',
    'or',
    'properly',
    'fine',
    'alive',
    'not',
    'still',
    'and',
  ]);
  return calls({ tool: 'get_engines', args: {} }, isCount ? 'count' : 'list');
}

function why(parts: Parts): Plan | null {
  const { reading } = parts;
  if (
    !reading.take(
      'why',
      'how come',
      'what is holding',
      "what's holding",
      'what is keeping',
      'what is blocking',
      "what's blocking",
      'what happened to',
      "what's wrong with",
      'what is wrong with',
      'what went wrong with',
    )
  )
    return null;
  reading.take('for what reason');
  reading.takeAll([
    "hasn't",
    "haven't",
    "didn't",
    "isn't",
    "wasn't",
    "weren't",
    "won't",
    "doesn't",
    "aren't",
    'not',
    'never',
    'yet',
    'sent',
    'send',
    'sending',
    'gone',
    'go',
    'went',
    'out',
    'delivered',
    'arrived',
    'arrive',
    'stuck',
    'waiting',
    'left',
    'leave',
    'reached',
    'reach',
    'been',
    'held',
    'back',
    'hold',
    'holding',
    'still',
    'pending',
    'keeping',
    'being',
    'delivering',
    'get',
    'got',
    'through',
    'message',
    'messages',
    'reminder',
    'reminders',
    'text',
    'texts',
    'late',
    'delayed',
    'scheduled',
    'failed',
    'fail',
    'failing',
    'received',
    'receive',
  ]);
  return calls({ tool: 'why_not_sent', args: given(which(parts, 'ahead')) });
}

const NOT = "hasn't|haven't|didn't|not|never|hasnt|havent|didnt|don't";
const ANSWER =
  'answered|replied|responded|answer|reply|respond|written|back|responding|replying|answering|responses|reply|gotten|got|texted';
/** Who owes whom an answer. */
function unanswered(parts: Parts, isCount: boolean): Plan | null {
  const { reading } = parts;
  if (reading.all('person').length > 0) return null;
  const waits = takeWaiting(reading);
  if (!waits) return null;
  reading.takeAll([
    ...CHATS,
    'message',
    'messages',
    'contacts',
    'contact',
    'people',
    'person',
    'customers',
    'clients',
    'client',
    'customer',
    'text',
    'texts',
    'last',
    'anyone',
    'anybody',
    'everyone',
    'everybody',
    'back',
    'still',
    'groups',
    'and',
    'or',
  ]);
  const groups = reading.takeGroups();
  const range = rangeOf(reading, groups, 'back');
  return calls(
    {
      tool: 'get_chats',
      args: given({
        ...waits,
        ...(range.from ? { since: range.from } : {}),
        ...(range.to && groups.length > 0 && !groups.some(({ preposition }) => preposition === 'since')
          ? { until: range.to }
          : {}),
      }),
    },
    isCount ? 'count' : 'list',
  );
}

function takeWaiting(reading: Reading): { waiting: 'them' | 'us' } | { lastFrom: 'them' } | null {
  if (
    reading.take(
      'unanswered',
      'not answered by me',
      'waiting for my reply|answer|response',
      'waiting on me',
      'waiting for me',
      'waiting for us',
      'owe a reply|answer|response',
      'owe an answer',
      'need|needs|needing my reply|answer|attention|response',
      'need|needs|needing a reply|answer|response',
      'need|needs an answer',
      'waiting for a reply|response|answer',
      'waiting for an answer',
      'open conversations',
      'awaiting my reply|response|answer',
      'awaiting a reply|response|answer',
    )
  )
    return { waiting: 'us' };
  const iNotAnswered = [
    `have i ${NOT.split('|')[3]}`,
    "haven't i",
    'have i not',
    'i have not',
    "i haven't",
    'i still have not',
    'did i not',
    "didn't i",
    'am i yet to',
    'have i yet to',
    'have i still to',
    'do i still have to',
    'do i have to',
    'must i',
    'should i',
    'do i need to',
    'i need to',
    'do i still need to',
    'have we not',
    "haven't we",
    "we haven't",
    'we have not',
    "i didn't",
    'i did not',
  ];
  if (reading.has(...ANSWER.split('|')) && reading.take(...iNotAnswered)) {
    reading.takeAll([...ANSWER.split('|'), 'to', 'still', 'yet']);
    return { waiting: 'us' };
  }
  if (
    !reading.has(...ANSWER.split('|'), 'silent', 'quiet', 'ignored', 'ignoring', 'heard', 'wrote', 'messaged', 'write')
  )
    return null;
  if (
    reading.take(
      'ignored me|us',
      'ignoring me|us',
      'silent',
      'quiet',
      'not heard back',
      "haven't heard back",
      "haven't heard",
      'not heard',
      'yet to answer|reply|respond',
      'still to answer|reply|respond',
      'no reply|answer|response',
      'without a reply|answer|response',
      'without an answer',
      'never got back',
      'got no reply|answer|response',
    )
  ) {
    reading.takeAll([...ANSWER.split('|'), 'from', 'gone', 'went', 'sent', 'got', 'get', 'to']);
    return { waiting: 'them' };
  }
  if (
    !reading.has(
      'who',
      'which',
      'whom',
      'anyone',
      'anybody',
      'everyone',
      'people',
      'contacts',
      'customers',
      'clients',
      "who's",
      'whos',
      "who've",
      ...CHATS,
      'list',
      'show',
    )
  )
    return null;
  if (reading.take(NOT)) {
    reading.takeAll([...ANSWER.split('|'), 'to', 'written', 'wrote', 'write', 'messaged', 'heard', 'has', 'yet']);
    return { waiting: 'them' };
  }
  if (
    !reading.take(
      'answered|replied|responded|wrote|messaged|texted',
      'has written',
      'have written',
      'written to me',
      'got back',
    )
  )
    return null;
  reading.takeAll(['wrote', 'written', 'back', 'messaged', 'texted', 'replied', 'to', 'me', 'already']);
  return { lastFrom: 'them' };
}

/** What was written in the chat with one person. */
function oneChat(parts: Parts, isCount: boolean): Plan | null {
  const { reading, toE164 } = parts;
  const people = [...reading.all('person'), ...reading.all('number')];
  const [person] = people;
  if (!person || people.length > 1) return null;
  const before = reading.wordBefore(person);
  const isFrom = before === 'from' && !reading.has('scheduled', 'pending', 'cancel');
  const saidByThem = reading.take(
    'say|said|write|wrote|written|answered|answer|replied|reply|respond|responded|texted|tell',
    'get back',
    'got back',
    'heard from',
    'hear from',
    'messaged|message me',
    'send|sent me',
    'text|texted me',
    'wrote|write|written to me|us',
    'last message|text me',
  );
  const isWith = before === 'with' || reading.has(...CHATS, 'history', 'discuss', 'talk', 'talked', 'talk');
  const isTheirs = isFrom || (saidByThem !== null && !byMe(reading));
  if (!isFrom && !isWith && saidByThem === null) return null;
  const args: Record<string, unknown> = {};
  if (isTheirs) args.fromMe = false;
  else if (saidByThem !== null && byMe(reading)) args.fromMe = true;
  reading.takeAll([
    'from',
    'with',
    ...CHATS,
    'message',
    'messages',
    'text',
    'texts',
    'said',
    'say',
    'wrote',
    'write',
    'written',
    'reply',
    'replied',
    'answer',
    'answered',
    'respond',
    'responded',
    'sent',
    'send',
    'history',
    'talk',
    'talked',
    'discuss',
    'discussed',
    'back',
    'replies',
    'answers',
    'did',
    'ever',
    'received',
    'receive',
    'incoming',
    'exchange',
    'correspondence',
    'exchanged',
    'texted',
    'response',
    'responses',
    'hear',
    'heard',
    'ago',
    'got',
    'last',
  ]);
  if (reading.take('files', 'file', 'attachments', 'attachment', 'media', 'documents')) args.hasMedia = true;
  const about = reading.takeText();
  if (about) {
    reading.takeAll([
      'mentioning',
      'mention',
      'mentions',
      'containing',
      'contain',
      'saying',
      'word',
      'words',
      'about',
      'that',
    ]);
    args.search = about.text;
  }
  const limit = lastWord(reading) ? { limit: 1 } : takeLimit(reading);
  const range = rangeOf(reading, reading.takeGroups(), 'back');
  person.isUsed = true;
  const [one] = reading.addresses([person], toE164, true);
  return calls(
    {
      tool: 'get_messages',
      args: given({ chatId: one?.mobile, ...args, ...range, ...(limit.limit ? { limit: limit.limit } : {}) }),
    },
    isCount ? 'count' : 'list',
  );
}

const byMe = (reading: Reading): boolean =>
  /\b(did|have|had) (i|we) (ever )?(write|wrote|written|say|said|tell|told|send|sent|answer|answered|reply|replied)|\bi (last )?(wrote|said|told|answered|replied)|\bmy (last )?(message|reply|answer)/i.test(
    reading.request,
  );

/** "the last message", "last thing": one. It was used as a filler above where it stands alone. */
const lastWord = (reading: Reading): boolean =>
  /\b(last|latest|most recent|newest) (message|text|thing|reply|answer|response|msg)\b|\bwhen did\b|\blast (write|wrote|text|message|reply|answer|say)\b/i.test(
    reading.request,
  ) && reading.takeAll(['last', 'latest', 'most', 'recent', 'newest']) !== undefined;

function chats(parts: Parts, isCount: boolean): Plan | null {
  const { reading } = parts;
  const isUnread =
    reading.take('unread', 'not read', "haven't read", 'have not read', 'not opened', 'new messages') !== null;
  const isGroup = reading.has('groups', 'group');
  if (!isUnread && !reading.has(...CHATS) && !isGroup) return null;
  if (!isUnread && reading.has('scheduled', 'pending', 'failed', 'contacts')) return null;
  reading.takeAll([...CHATS, 'groups', 'group', 'message', 'messages', 'text', 'texts', 'with', 'active', 'i']);
  const about = reading.takeText();
  if (about) reading.takeAll(['named', 'called', 'about', 'containing', 'with', 'mentioning', 'name']);
  const { limit } = takeLimit(reading);
  reading.takeAll(['latest', 'recent', 'newest', 'most', 'last', 'recently']);
  const people = reading.takePeople();
  const range = rangeOf(reading, reading.takeGroups(), 'back');
  return calls(
    {
      tool: 'get_chats',
      args: given({
        unread: isUnread || undefined,
        kind: isGroup ? 'group' : undefined,
        search: about?.text ?? (people[0]?.is === 'person' ? people[0].name : undefined),
        since: range.from,
        until: range.to,
        limit,
      }),
    },
    isCount ? 'count' : 'list',
  );
}

function contacts({ reading }: Parts, isCount: boolean): Plan | null {
  const nouns = [
    'contact',
    'contacts',
    'people',
    'person',
    'addressbook',
    'customers',
    'clients',
    'customer',
    'client',
    'number',
    'phone',
    'mobile',
    'numbers',
  ];
  const asksOfContacts =
    reading.has('contact', 'contacts', 'addressbook', 'customers', 'clients') || reading.take('address book') !== null;
  const people = reading.all('person');
  const asksWho =
    people.length > 0 &&
    !reading.has('message', 'messages', 'pending', 'scheduled', 'sent', 'failed') &&
    (reading.has('number', 'phone', 'mobile', 'numbers') ||
      reading.take('who is|are', "who's", 'whos', 'contact details', 'details of|for') !== null);
  const asksIn =
    !asksOfContacts && people.length === 0 && reading.has('people', 'person') && !reading.has('message', 'messages');
  if (!asksOfContacts && !asksWho && !asksIn) return null;
  reading.takeAll([
    ...nouns,
    'details',
    'info',
    'information',
    'who',
    'saved',
    'named',
    'called',
    'name',
    'names',
    'matching',
    'card',
    'stored',
    'with',
    'containing',
    'starting',
    'address',
    'book',
    'entry',
    'record',
    'list',
    'under',
  ]);
  const about = reading.takeText();
  const { limit } = takeLimit(reading);
  const named = reading.takePeople();
  const search = about?.text ?? named.map((token) => (token.is === 'person' ? token.name : token.digits)).join(' and ');
  // A name that no contact has is looked for all the same: the answer is that there is none.
  const unknown = search === '' ? takeUnknownName(reading) : null;
  return calls(
    { tool: 'get_contacts', args: given({ search: search || unknown || undefined, limit }) },
    isCount ? 'count' : 'list',
  );
}

function takeUnknownName(reading: Reading): string | null {
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

const SCHEDULED = [
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
  'schedule',
  'queue',
  'planned',
  'plan',
  'plans',
  'outbox',
  'calendar',
  'sends',
  'agenda',
  'deliveries',
  'whatsapps',
  'pipeline',
  'outgoing',
];

/** What goes out, went out or failed. */
function scheduled(parts: Parts, isCount: boolean): Plan | null {
  const { reading } = parts;
  const isOfOurs = reading.has(...SCHEDULED);
  const isScheduled = reading.has(
    'scheduled',
    'schedule',
    'planned',
    'queue',
    'plan',
    'plans',
    'agenda',
    'calendar',
    'outbox',
    'queued',
    'pipeline',
    'outgoing',
  );
  const wantsLast = lastOfPast(reading);
  const status = takeStatus(reading);
  reading.takeAll(SCHEDULED);
  reading.takeAll(['today', 'status', 'statuses', 'off', 'who', 'whom', 'left']);
  const isAhead = status.includes('pending') || (status.length === 0 && isScheduled);
  const selection = which(parts, isAhead || status.length === 0 ? 'ahead' : 'back');
  const hasWhat =
    isOfOurs ||
    status.length > 0 ||
    selection.from !== undefined ||
    selection.to !== undefined ||
    (selection.recipients?.length ?? 0) > 0;
  if (!hasWhat) return null;
  const isPast = selection.to !== undefined && selection.to <= reading.now.toPlainDateTime().toString();
  const meant =
    status.length > 0
      ? status
      : wantsLast
        ? ['sent']
        : (isScheduled || selection.order === 'soonest' || isGoing(reading)) && !isPast
          ? ['pending']
          : [];
  const order = selection.order ?? undefined;
  const args = given({ ...selection, status: meant, order });
  return calls({ tool: 'get_scheduled_messages', args }, isCount ? 'count' : 'list');
}

const lastOfPast = (reading: Reading): boolean =>
  /\b(last|latest|most recent) (message|text|msg)s? (that )?(i|we) (sent|wrote)|\bwhen did (i|we) last|\b(last|latest) (message|text) (i|we|that|to|for)\b/i.test(
    reading.request,
  );
const isGoing = (reading: Reading): boolean =>
  /\b(going|go|goes) out\b|\bcoming up\b|\bdue\b|\bupcoming\b/i.test(reading.request);

/** People, time, words and number of a selection. Uses them. */
export function which(parts: Parts, direction: 'ahead' | 'back'): Selection {
  const { reading, toE164 } = parts;
  const except = reading.addresses(reading.takeExcluded(), toE164, false);
  const about = reading.takeText();
  if (about)
    reading.takeAll([
      'mentioning',
      'mention',
      'mentions',
      'containing',
      'contain',
      'contains',
      'saying',
      'says',
      'say',
      'word',
      'words',
      'about',
      'with',
      'text',
      'that',
      'including',
      'matching',
      'phrase',
    ]);
  const limit = takeLimit(reading);
  const recipients = reading.addresses(reading.takePeople(), toE164, false);
  const range = rangeOf(reading, reading.takeGroups(), direction);
  return {
    ...range,
    ...limit,
    ...(recipients.length > 0 ? { recipients: [...new Set(recipients.map(({ mobile }) => mobile))] } : {}),
    ...(except.length > 0 ? { except: [...new Set(except.map(({ mobile }) => mobile))] } : {}),
    ...(about ? { search: about.text } : {}),
  };
}

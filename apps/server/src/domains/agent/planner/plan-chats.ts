import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Deps, Plan } from './plan-types.ts';
import { CHATS, definedArgs, planCalls } from './read-parts.ts';
import { rangeOf, takeLimit } from './selection.ts';
import type { TokenReader } from './token-reader.ts';

const SAID = new Set([
  'sent',
  'sends',
  'wrote',
  'said',
  'posted',
  'asked',
  'shared',
  'replied',
  'answered',
  'mentioned',
]);
const SAYS = new Set([
  'send',
  'sent',
  'say',
  'write',
  'ask',
  'asked',
  'reply',
  'answer',
  'share',
  'post',
  'respond',
  'text',
  'mention',
]);

/** “the chats that have Petrova in the name”: searches chat names, not their messages. */
const IN_ITS_NAME = /\bin (?:the|its|their) (?:names?|titles?)\b/i;

/** The messages of the chat with one person. */
export function planChat(deps: Deps, isCount: boolean): Plan | null {
  const { reading, toE164 } = deps;
  const people = [...reading.all('person'), ...reading.all('number')];
  const [person] = people;
  if (!person || people.length > 1) return null;
  const before = reading.wordBefore(person);
  const isLeftOut = /\b(?:apart|aside) from\b/i.test(reading.request);
  const isFrom = before === 'from' && !isLeftOut && !reading.has('scheduled', 'pending', 'cancel');
  // "search chats for Petrova": searches chat names, not their messages.
  if (before === 'for' && reading.has('chats', 'conversations') && reading.has('search find look')) return null;
  if (reading.has('contacts') || (reading.has(...CHATS) && reading.has('called named titled'))) return null;
  if (reading.has(...CHATS) && IN_ITS_NAME.test(reading.request)) return null;
  const saidByThem = reading.take(
    'say|said|write|wrote|written|answered|answer|replied|reply|respond|responded|texted|tell',
    'get back',
    'got back',
    'heard from',
    'hear from',
    'messaged|message me',
    'send|sent|sends|shared|forwarded me|us',
    'told|tell me|us',
    'told',
    'message|messaged|messages|text|texted|write|wrote|ping|pinged me|us',
    'text|texted me',
    'wrote|write|written to me|us',
    'last message|text me',
  );
  const isInGroup =
    before === 'in' && person.is === 'person' && person.matches.every((match) => isGroupId(match.mobile));
  const isWith =
    before === 'with' || isInGroup || reading.has(...CHATS, 'history', 'discuss', 'talk', 'talked', 'talk');
  const after = reading.tokens[reading.tokens.indexOf(person) + 1];
  const isSubject =
    after?.is === 'word' &&
    after.from - person.to < 2 &&
    !['to', 'for'].includes(before ?? '') &&
    (SAID.has(after.text) || (['did', 'has', 'does', 'have'].includes(before ?? '') && SAYS.has(after.text)));
  const isPassive =
    /\b(?:was|were|been|being|got|gets?) (?:\p{L}+ )?(?:said|written|discussed|posted|talked|exchanged)\b/iu.test(
      reading.request,
    );
  const isOwned =
    /'s? (?:very )?(?:last|latest|newest|most recent) (?:message|text|msg|reply|answer|note)\b(?! to\b)|['’]s? (?:new |recent )?(?:replies|answers|responses)\b/i.test(
      reading.request,
    );
  const isTheirs = isFrom || isSubject || isOwned || (saidByThem !== null && !isPassive && !byMe(reading));
  if (!isFrom && !isSubject && !isOwned && !isWith && saidByThem === null) return null;
  const args: Record<string, unknown> = {};
  if (isTheirs) args.fromMe = false;
  else if (MY_OWN.test(reading.request)) {
    reading.take('only|just my');
    args.fromMe = true;
  } else if (byMe(reading) && (saidByThem !== null || reading.has('sent'))) args.fromMe = true;
  reading.takeAll(CHATS);
  reading.takeAll(`from with message messages text texts said say wrote write written reply replied answer answered
    respond responded sent send history talk talked discuss discussed back replies answers did ever
    received receive incoming exchange correspondence exchanged texted response responses hear heard
    ago got last word news new anything told mention mentioned mentions update updates us there posted exchange ping pinged
    happening happened been being was were so far times lately recently promised team ask asked share shared asks came come msgs msg own spoke speak text texts people everyone anyone
    anybody everybody they who`);
  if (reading.take('files', 'file', 'attachments', 'attachment', 'media', 'documents')) args.hasMedia = true;
  const about = reading.takeText();
  if (about) {
    reading.takeAll('mentioning mention mentions containing contain contains saying word words about that in');
    args.search = about.text;
  }
  const limit = lastWord(reading) ? { limit: 1 } : takeLimit(reading);
  const range = rangeOf(reading, reading.takeGroups(), 'back');
  person.isUsed = true;
  const [one] = reading.addresses([person], toE164, true);
  return planCalls(
    {
      tool: 'get_messages',
      args: definedArgs({ chatId: one?.mobile, ...args, ...range, ...(limit.limit ? { limit: limit.limit } : {}) }),
    },
    isCount ? 'count' : 'list',
  );
}

const MY_OWN = /\bmy own (?:messages|texts|replies|msgs)\b/i;

const byMe = (reading: TokenReader): boolean =>
  /\b(?:i|we)(?:'ve| have)? (?:last |ever |just )?(?:texted|messaged|sent|told|promised)\b|\bmy (?:last )?(?:messages|texts|replies) to\b|\b(did|have|had) (i|we) (ever |last |just )?(write|wrote|written|say|said|tell|told|send|sent|answer|answered|reply|replied)|\bi (last )?(wrote|said|told|answered|replied)|\bmy (last )?(message|reply|answer)/i.test(
    reading.request,
  );

/** "the last message", "last thing": one message. Used as filler above where it occurs alone. */
const lastWord = (reading: TokenReader): boolean =>
  /\b(last|latest|most recent|newest) (message|text|thing|reply|answer|response|msg)\b|\bwhen did\b|\blast (write|wrote|text|message|reply|answer|say)\b/i.test(
    reading.request,
  ) && reading.takeAll(['last', 'latest', 'most', 'recent', 'newest']) !== undefined;

/** Chats, latest first. */
export function planChats(deps: Deps, isCount: boolean): Plan | null {
  const { reading } = deps;
  const isUnread =
    reading.take('unread', 'not read', "haven't read", 'have not read', 'not opened', 'new messages') !== null;
  const isGroup = reading.has('groups', 'group');
  if (!isUnread && !reading.has(...CHATS) && !isGroup) return null;
  if (!isUnread && reading.has('scheduled', 'pending', 'failed', 'contacts')) return null;
  reading.takeAll([
    ...CHATS,
    'groups',
    'group',
    'message',
    'messages',
    'text',
    'texts',
    'with',
    'active',
    'activity',
    'i',
  ]);
  const about = reading.takeText();
  reading.takeAll('named called about containing with mentioning name titled title their in');
  const { limit } = takeLimit(reading);
  reading.takeAll('latest recent newest most last recently');
  const people = reading.takePeople();
  const range = rangeOf(reading, reading.takeGroups(), 'back');
  return planCalls(
    {
      tool: 'get_chats',
      args: definedArgs({
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

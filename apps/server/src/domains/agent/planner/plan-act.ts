import { OF_ONE, planOne, requireOnePerson, selectionOf, WHICH_WORDS } from './action-parts.ts';
import { tailOfTime } from './message-text.ts';
import { planDuplicate, planMove } from './plan-move.ts';
import { planSchedule } from './plan-schedule.ts';
import { planSeriesChange } from './plan-series.ts';
import { planBotChange, planLabel } from './plan-things.ts';
import type { Deps, Plan } from './plan-types.ts';
import { askFor, ClarificationNeeded, type TokenReader } from './token-reader.ts';
import { plain, type Token } from './tokens.ts';
import { topicIn } from './topic.ts';
import { splitWords } from './vocabulary.ts';

const POLITE = new Set(
  splitWords(`
  please pls plz can could would will you kindly hi hey hello ok okay just i want need to like i'd id lets let's
  u oops whoops sorry quick now then go ahead and also actually so well wanna gotta have must should we i'll quickly maybe me help
  assistant agent yes no thanks all everything am i'm going
`),
);
const ASKS = new Set(
  splitWords(`
  show list what what's whats which who who's whos who've when whens when's how how's why where whose whom find
  search give get see view display did do does is are was were has have had any anything anyone anybody count
  check look open fetch pull bring read status isn't hasn't haven't didn't aren't am there print overview
  summary summarise summarize compare
`),
);

/** Plans an action; null if the request only asks. */
export function planAct(deps: Deps): Plan | null {
  const { reading } = deps;
  if (reading.take('forget it', 'never mind', 'nevermind') || reading.has('why')) return null;
  if (/\b(?:what happened|never (?:got|received)(?! back))\b/i.test(reading.request)) return null;
  const first = firstWord(reading);
  const isNegative = /^(?:\W*(?:please|ok|hey)\W+)*(?:do not|don'?t|never)\b/i.test(reading.request);
  if (
    !isNegative &&
    first &&
    ASKS.has(first.text) &&
    !(first.text === 'bring' && /\bforward\b/i.test(reading.request)) &&
    !(first.text === 'get' && (reading.has('rid') || GETS_TO.test(reading.request)))
  )
    return null;
  return reading.first(
    () => planUndo(deps),
    () => planSeriesChange(deps),
    () => planLabel(deps),
    () => planBotChange(deps),
    () => planRetry(deps),
    () => planCancel(deps),
    () => planMove(deps, first?.text),
    () => planEdit(deps, first?.text),
    () => planDuplicate(deps),
    () => planContact(deps),
    () => planSchedule(deps, first?.text ?? null),
  );
}

const GETS_TO =
  /\bget (?:this|that|it|a (?:quick )?(?:message|note|word|text)|the following|word)(?: over| out)? to\b/i;

type Word = Extract<Token, { is: 'word' }>;

/** The first word after courtesies; undefined if there is none or another token comes first. */
function firstWord(reading: TokenReader): Word | undefined {
  for (const token of reading.tokens) {
    if (token.is !== 'word') return undefined;
    // "do I have", "have I sent" ask; "I have to" does not.
    const next = reading.tokens[reading.tokens.indexOf(token) + 1];
    const isQuestion =
      ['do', 'have', 'am', 'should', 'will', 'can'].includes(token.text) &&
      next?.is === 'word' &&
      ['i', 'we'].includes(next.text) &&
      reading.tokens[0] === token;
    if (isQuestion) return { ...token, text: 'do' };
    if (!POLITE.has(token.text)) return token;
  }
  return undefined;
}

const UNDOES = [
  'undo the last',
  'take that|it|them back',
  'roll that|it back',
  'put that|it|them back',
  'bring that|it|them back',
  'reverse that|it|the|my',
  'roll back',
  'take back',
  'bring back',
  'put back',
  'cancel that|the last change|action',
].concat(splitWords('undo revert restore unsend uncancel un-cancel'));

function planUndo(deps: Deps): Plan | null {
  const { reading } = deps;
  const isBack =
    reading.all('when').length === 0 &&
    /\b(?:back (?:the way|how|to how|to the way|as)|(?:roll|take|put|turn|change|set|switch) (?:\p{L}+ ){0,5}?back|(?:as|the way|how) (?:it|they|things) (?:was|were))\b/iu.test(
      reading.request,
    ) &&
    reading.take('roll|take|put|go|turn|change|switch|set') !== null;
  const isTimed = reading.all('when').length > 0;
  if (!isBack && !reading.take(...UNDOES.filter((words) => !isTimed || !words.endsWith(' back')))) return null;
  reading.takeAll(`my you step steps action actions mistake way how was were before what me that oh no wait i
    your we the as it wrong mistake accident last change action thing did previous latest just what move moves cancel cancellation message
    messages back reschedule rescheduling step edit for to cancelled canceled deleted moved changed schedule`);
  reading.take("didn't|don't mean|want", 'did not mean|want');
  requireOnePerson(deps);
  const people = reading.addresses(reading.takePeople(), deps.toE164, true);
  return planOne('undo', people.length > 0 ? { recipients: people.map(({ mobile }) => mobile) } : {});
}

function planRetry(deps: Deps): Plan | null {
  const { reading } = deps;
  const isAgain =
    reading.has('again') &&
    reading.has('send', 'try', 'sending', 'go', 'have') &&
    (reading.has('failed', 'failures', 'failing') ||
      /didn't|did not|not go|undelivered|bounced/i.test(reading.request));
  if (
    !isAgain &&
    !reading.take(
      'retry',
      'resend',
      're-send',
      'retrying',
      'resending',
      'try again',
      'resent',
      'retried',
      're-try',
      're-attempt',
      'reattempt',
      'another go|try|shot|attempt',
      'one more go|try|time|shot|attempt',
      'once more',
      'a second go|try|attempt',
    )
  )
    return null;
  reading.takeAll(
    'them it those these have let attempt time second a retry resend try again send sending once more another give go shot delivering',
  );
  requireOnePerson(deps);
  const selection = selectionOf(deps, ['failed']);
  return planOne('resend_message', { matching: selection });
}

const CANCELS = [
  "don't|dont send|let",
  'do not send|let',
  'never send',
  'call off',
  'get rid of',
  'take off|out',
  "don't|doesn't|dont need|want",
  'no longer need|needs|needed|want|wants|wanted|required|necessary',
  'empty',
  'should|must|can|to be cancelled|canceled|deleted|removed|scrapped',
].concat(
  splitWords(`scrap cancel delete remove drop unschedule abort bin axe trash discard kill stop clear withdraw nix erase pull wipe
    prevent cancelling`),
);

/** “delete the last message to Oliver for everyone”: recalls a message that was sent. */
const FOR_EVERYONE =
  /\b(?:delete|remove|erase|revoke|unsend|recall)\b.*\b(?:for (?:everyone|everybody|all|both(?: of us)?|them too)|from (?:his|her|their) (?:phone|chat))\b/i;

function planCancel(deps: Deps): Plan | null {
  const { reading } = deps;
  // "drop Chloe a line" writes to her.
  if (reading.has('drop') && reading.has('line', 'note', 'text')) return null;
  // “take it off the schedule”, “skip Dana's message”, “no message to Dana on Friday”
  const isTakenOff =
    /\b(?:take|pull)\b.*\boff (?:the |my |our )?(?:schedule|queue|calendar|list|plan)\b/i.test(reading.request) &&
    reading.take('take|pull') !== null;
  const isSkipped =
    /^\W*(?:skip|no|leave out|forget(?! about)) /i.test(reading.request) &&
    reading.all('text').length === 0 &&
    reading.take('skip', 'no', 'leave out', 'forget') !== null;
  if (FOR_EVERYONE.test(reading.request)) {
    for (const token of reading.tokens) token.isUsed = true;
    throw new ClarificationNeeded(
      'I cannot delete sent messages for everyone yet, so nothing was done. I can cancel pending ones.',
    );
  }
  if (reading.has('subscription', 'account', 'plan', 'workspace', 'engine', 'contact', 'contacts')) return null;
  const verb =
    (isTakenOff || isSkipped ? 'take off' : null) ??
    reading.take(...CANCELS) ??
    (reading.has('off') ? reading.take('call') : null);
  if (!verb) return null;
  if (/^(?:don't|do not|never)/.test(verb) && reading.has('now', 'yet', 'until', 'till'))
    throw new ClarificationNeeded('Should it be cancelled or go out later? If later, say when.');
  reading.take('from going|being');
  reading.takeAll('going go being sent sending off out upcoming pending queued anymore send cancel');
  reading.take('any more|longer');
  if (reading.has('all')) reading.takeAll('after');
  requireOnePerson(deps);
  return planOne('cancel_message', { matching: selectionOf(deps, ['pending']) });
}

const REWORDS = new Set(splitWords('change edit reword rewrite rephrase correct amend fix update modify'));
const OF_MESSAGE = /\b(?:message|msg|reminder|text|note|one)\b/i;

/** "should say hello tomorrow at 9": unclear whether the time is part of the text. */
function requireClearTime({ text, isQuoted }: { text: string; isQuoted: boolean }): void {
  if (!isQuoted && tailOfTime(text) !== null)
    throw new ClarificationNeeded('Put the whole new text in quotes, so that I know where it ends.');
}

/** "change Dana's message to say …" */
function planEdit(deps: Deps, first: string | undefined): Plan | null {
  const { reading } = deps;
  if (REWORDS.has(first ?? '') && reading.all('text').length === 0 && OF_MESSAGE.test(reading.request)) {
    const isOfTime = reading.has('time date day hour when');
    for (const token of reading.tokens) if (token.is !== 'word') token.isUsed = true;
    reading.takeAll([
      ...REWORDS,
      ...WHICH_WORDS,
      ...splitWords('time date day hour when text wording words content last next'),
    ]);
    if (reading.leftOver().length > 0) return null;
    throw isOfTime
      ? askFor('To when? Name a day, a time of day, or both.', 'target')
      : askFor('What should it say instead?', 'words');
  }
  const text = reading.all('text').find(({ marker }) => marker !== 'sought');
  const before = text ? reading.request.slice(0, text.from) : '';
  const isCorrected =
    /\b(?:messages?|msg|text|reminder|note|one)\b.*\b(?:should|must|needs to|ought to|has to|is supposed to) (?:now |actually |really |rather |just |instead )?(?:be|say|read)\b|(?:['’]s?|\bthe) (?:\p{L}+ ){0,2}(?:message|msg|reminder|note)\b.*\bto (?:now |rather |instead )?(?:say|read)\b/iu.test(
      before,
    ) && !reading.has('send schedule write remind tell ping queue');
  if (
    !text ||
    !(
      isCorrected ||
      reading.has('change edit reword rewrite rephrase replace correct amend alter fix tweak modify revise') ||
      (reading.has('update make') && OF_ONE.test(before)) ||
      (reading.has('set swap put turn') && reading.has('wording words content body') && OF_ONE.test(before)) ||
      (reading.has('set swap put turn') && /\bthe text (?:of|for|in)\b/i.test(before))
    )
  )
    return null;
  requireClearTime(text);
  text.isUsed = true;
  reading.takeAll(`change edit update reword rewrite rephrase replace correct amend make alter fix text wording words
    content body say saying says read reads to with it so into as next tweak modify revise should must needs has be now instead actually supposed
    ought by for message instead rather new version that set swap put turn is wrong i'd like want wish`);
  requireOnePerson(deps);
  const search = topicBefore(deps, before);
  const matching = { ...selectionOf(deps, ['pending'], search !== null), ...(search === null ? {} : { search }) };
  return planOne('edit_message', { matching, message: text.text });
}

/** Takes the topic before the new text: “the message to Rosie about vaccines, new text: …”. */
function topicBefore({ reading, lexicon }: Deps, before: string): string | null {
  const topic = topicIn(plain(before), lexicon);
  if (!topic) return null;
  for (const token of reading.tokens) if (topic.from <= token.from && token.to <= topic.to) token.isUsed = true;
  reading.takeAll('about regarding concerning mentioning containing');
  return before.slice(topic.from, topic.to);
}

function planContact(deps: Deps): Plan | null {
  const { reading } = deps;
  const [number] = reading.all('number');
  if (!reading.has('add', 'save', 'create', 'new', 'store') || !(reading.has('contact', 'contacts') || number))
    return null;
  reading.takeAll(`add save create new store contact contacts number with as named called name under phone mobile is
    address book`);
  if (!number) throw askFor('With which number? Write it with its country, such as +44 7700 900123.', 'number');
  number.isUsed = true;
  const mobile = deps.toE164(number.digits);
  if (!mobile) throw askFor(`“${number.digits}” is not a phone number that I can read.`, 'number', { at: number });
  const text = reading.takeText();
  const name = text?.text ?? nameWords(reading);
  if (!name) throw askFor('What is their name?', 'name');
  return planOne('create_contact', { name, mobile });
}

/** Consecutive capitalised words, even if they begin like a known contact. */
function nameWords(reading: TokenReader): string | null {
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

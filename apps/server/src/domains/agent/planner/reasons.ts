import type { Lexicon } from './lexicon.ts';
import { cutMessage } from './message-text.ts';
import { plain, type Token, tokenise } from './tokens.ts';

/** A request without its background. */
export interface ShortenedRequest {
  request: string;
  /** Only valid for look-ups: the removed part might be a second thought. */
  isOnlyToRead: boolean;
}

/**
 * A clause at the end that gives a reason: "…, it's raining", "…. She's on the phone"; never the speaker's own, which
 * may be a second thought.
 */
const REASON =
  /(?:[,.?!;]+\s+|\s+-+\s+|\s+(?=because\b|since\b))(?:because |since |as )?(?:(?:it's|it is|he's|he has|she's|she has|they're|they are)\s(?!the\b|a\b|an\b|that\b|for\b|to\b|about\b)|(?:he|she|they|we)\s|we're |(?:the|our|my|his|her|their) \p{L}+ (?:\p{L}+ )?(?:is|are|was|were|has|have|had|went|got|broke)\s)[^,;:"]*$/u;
/** Words that may change or extend a request, so that the clause is no reason. */
const TURNS =
  /\b(?:not|no|only|but|except|if|unless|until|when|also|too|and then|instead|keep|leave|skip|cancel\w*|delete\w*|move\w*|send\w*|stop\w*|pause\w*|fail\w*|pending|messages?|one|ones|all|rest|others?|about|wrong|want\w*|need\w*|should|must|please|jok\w*|kidding|chang\w*|test\w*)\b|n't\b/;
/** A remark beside a question, in its own sentence. */
const REMARK =
  /(?:[.?!]+\s+|,\s+(?=i've|i have|i forgot|i can't|i'm|i am|i \p{L}+ed\b|i meant|i didn't))(?:i|i'm|i've|i'd|he|he's|she|she's|they|they're|we|we're|it|it's|my|our|the|this|that|no|just)\s[^":]*$/u;
const NARROWS =
  /\b(?:except|excluding|only|but|without|apart|leave|skip|instead|mean|meant|make that|wait|actually|rather|if|unless)\b/;

/** Where a statement may end and the request begin. */
const MAX_BREAKS = 6;
const BREAKS =
  /(?:[.!?…;:]+\s+|\s+[-–—]+\s+|,?\s+(?:so|and so|therefore|hence|thus)\s+(?!far\b|that\b|it\b)|,\s+(?:but |and )?)(?=[\p{L}"])/gu;
const TELLS =
  /^\W*(?:(?:since|as|because|given that|now that|seeing as|seeing that|apparently|looks like|turns out|seems)\s+)?(?:i|i'm|i'll|i've|i'd|we|we're|we'll|we've|we'd|he|he's|she|she's|they|they're|it|it's|there|there's|you|you've|that's|my|our|the|this|that|these|his|her|their|someone|somebody|everyone|everybody|nobody|no one|people)\b/u;
/** “Due to the holiday, …” needs no verb. */
const GROUNDS = /^\W*(?:because of|due to|owing to|given|on account of|as a result of|in view of|with) /u;
const UNDO_ONLY =
  /^\W*(?:please |can you |could you )*(?:undo|revert|take (?:it|that|this) back|roll (?:it|that) back)\b[^,.;:"]*$/u;
const AT_ONCE = /\b(?:now|right away|immediately|asap|at once|straight away)\b/;
const BEFORE_ASKING = /^\W*(?:before|after|while|when|once|as soon as)\s+(?:i|we)\b/u;
/** A statement has a verb. */
const HAS_VERB =
  /(?:'s|'m|'re|'ll|'ve|'d|n't)\b|\b(?:is|are|am|was|were|be|has|have|had|will|can|could|do|does|did|got|get|gets|says|said|told|forgot|know|think|see|went|goes|came|broke|left|lost|made|took|keep|sent|wrote|ran|fell|quit|felt|meant|bought|found|put|gave|heard|need|want|can't|won't|\p{L}{2,}ed|\p{L}{3,}s)\b/u;
/** Commands and conditions: dropping them would do half of the request, or something else. */
const COMMANDS =
  /\b(?:if|unless|until|once|when|whenever|except|only|don't|dont|do not|never|cancel|delete|remove|move|reschedule|postpone|delay|send|schedule|stop|pause|tell|write|remind|edit|change|retry|resend|copy|duplicate|push|shift|forward|call|call off|drop|scrap|undo|joking|kidding|not sure|maybe)\b/;
/** These may occur in statements only if the request is a look-up. */
const THINGS = /\b(?:text|message|messages|reminder|reminders)\b/;
const SNAP = /^\W*[\p{L}' ]{2,24}!+$/u;
const EVERYTHING = /\b(?:all|everything|whatever|every|anything|everyone|everybody|patients|customers|clients)\b/;
const THEN = /\b(?:then|that day|that date|those days|that week|that weekend|that time)\b/;
const WHOSE: [pronoun: RegExp, ending: string][] = [
  [
    /\b(?:his|hers|their|theirs|her(?=\s+(?:\p{L}+\s+)?(?:messages?|msgs?|texts?|reminders?|chat|number|picture|photo|pic|profile|reply|answer|next|last)))\b/u,
    "'s",
  ],
  [/\b(?:him|her|them|he|she|they)\b/u, ''],
];

/** The request without its background, in several ways, most likely first. */
export function* withoutReasons(request: string, lexicon: Lexicon): Generator<ShortenedRequest> {
  const lower = plain(request);
  yield* toldBefore(request, lower, lexicon);
  yield* toldAfter(request, lower, tokenise(request, lexicon));
}

function toldAfter(request: string, lower: string, tokens: readonly Token[]): ShortenedRequest[] {
  const isOnlyWords = (at: number) => tokens.every((token) => token.to <= at || token.is === 'word');
  const [reason, remark] = [REASON.exec(lower), REMARK.exec(lower)];
  const found: ShortenedRequest[] = [];
  if (reason && reason.index > 0 && !TURNS.test(reason[0]) && isOnlyWords(reason.index))
    found.push({ request: request.slice(0, reason.index), isOnlyToRead: false });
  if (remark && remark.index > 0 && !NARROWS.test(remark[0]) && isOnlyWords(remark.index))
    found.push({ request: request.slice(0, remark.index), isOnlyToRead: true });
  return found;
}

function* toldBefore(request: string, lower: string, lexicon: Lexicon): Generator<ShortenedRequest> {
  const cut = cutMessage(request, lower, lexicon);
  const text = cut?.marker === 'colon' ? cut.from + 1 : (cut?.from ?? lower.length);
  for (const found of [...lower.slice(0, text + 1).matchAll(BREAKS)].slice(0, MAX_BREAKS)) {
    const [told, asked] = [lower.slice(0, found.index), request.slice(found.index + found[0].length)];
    if (found.index === 0 || found.index + found[0].length > text) continue;
    const isBackground = isStatement(told + found[0].trimEnd(), lexicon);
    const isOnlyToRead = isBackground ? THINGS.test(told) : BEFORE_ASKING.test(told);
    if ((!isBackground && !isOnlyToRead) || /["“:]/.test(told)) continue;
    if (UNDO_ONLY.test(plain(asked))) yield { request: asked, isOnlyToRead: false };
    const shortened = withReferences(request.slice(0, found.index), asked, lexicon);
    if (shortened !== null) yield { request: shortened, isOnlyToRead };
  }
}

function isStatement(statement: string, lexicon: Lexicon): boolean {
  if (COMMANDS.test(statement)) return false;
  const named = lexicon.matchAt(statement, /^\W*/.exec(statement)?.[0].length ?? 0);
  return (
    SNAP.test(statement) ||
    GROUNDS.test(statement) ||
    ((TELLS.test(statement) || named !== null) && HAS_VERB.test(named ? statement.slice(named.to) : statement))
  );
}

/** “Carla is away, so schedule this for 8: Hi Carla …”: the text itself names its recipient. */
function isGreeted(name: string, rest: string, tokens: readonly Token[]): boolean {
  const text = tokens.find(({ is }) => is === 'text');
  const [first = ''] = plain(name).split(' ');
  return (
    text?.is === 'text' &&
    /^\W*(?:please )?(?:schedule|send|write|text|queue)\b/i.test(rest) &&
    new RegExp(
      `^\\W*(?:hi|hello|hey|dear|good morning|good afternoon|good evening) (?:\\p{L}+\\.? )?${first.replace(/[^\p{L}]/gu, '')}\\b`,
      'u',
    ).test(plain(text.text))
  );
}

/** The request, with the person or time that its "his" or "then" refers to; null if the reference is unclear. */
function withReferences(background: string, rest: string, lexicon: Lexicon): string | null {
  const [before, after] = [tokenise(background, lexicon), tokenise(rest, lexicon)];
  if (before.some((token) => token.is === 'number' || (token.is === 'text' && token.marker !== 'sought'))) return null;
  const people = before.filter(({ is }) => is === 'person');
  let request = rest;
  const words = plain(rest.slice(0, after.find(({ is }) => is === 'text')?.from ?? rest.length));
  if (after.some(({ is }) => is === 'person') && people.length > 0 && WHOSE.some(([pronoun]) => pronoun.test(words)))
    return null;
  if (people.length > 0 && !after.some(({ is }) => is === 'person')) {
    const [person, more] = people;
    const name = person?.is === 'person' ? person.name : '';
    const end = after.find(({ is }) => is === 'text')?.from ?? rest.length;
    const meant = WHOSE.find(([pronoun]) => pronoun.test(plain(rest.slice(0, end))));
    if (meant && !more) {
      const [pronoun, ending] = meant;
      const at = pronoun.exec(plain(request))?.index ?? 0;
      const written = pronoun.exec(plain(request))?.[0] ?? '';
      request = `${request.slice(0, at)}${name}${ending}${request.slice(at + written.length)}`;
    } else if (isGreeted(name, rest, after)) {
      const text = after.find(({ is }) => is === 'text');
      const end = rest.slice(0, text?.from ?? 0).search(/\s*[:,-]?\s*$/);
      request = `${rest.slice(0, end)} to ${name}${rest.slice(end)}`;
    } else if (!(EVERYTHING.test(plain(rest)) && after.some(({ is }) => is === 'when'))) return null;
  }
  const times = before.filter(({ is }) => is === 'when');
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return request;
  const then = THEN.exec(plain(request));
  if (then) {
    const lead = /\b(?:from|between|on|in|since|until|before|after)\s+(?:the\s+)?$/.exec(
      plain(background.slice(0, first.from)),
    );
    const time = background.slice(lead ? lead.index : first.from, last.to);
    return `${request.slice(0, then.index)}${time}${request.slice(then.index + then[0].length)}`.replace(
      /\b(?:for|on|in) (?=(?:from|between|on|in|since|until|before|after) )/i,
      '',
    );
  }
  return after.some(({ is }) => is === 'when') || AT_ONCE.test(plain(rest)) ? request : null;
}

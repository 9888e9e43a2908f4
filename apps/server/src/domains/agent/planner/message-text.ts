import type { Lexicon } from './lexicon.ts';
import { readWhen } from './read-when.ts';
import { topicIn, topicOfNoun } from './topic.ts';
import { isKnownWord } from './vocabulary.ts';

/** The part of a request to send or search for. */
export interface CutMessage {
  from: number;
  to: number;
  text: string;
  isQuoted: boolean;
  /** What identified it: `quote`, `colon`, a word such as `saying`, `verb` ("text Dana I am late"), or `sought`. */
  marker: string;
}

const POLITE =
  "(?:(?:hi|hey|hello|ok|okay|please|pls|can you|could you|would you|will you|kindly|i want to|i want you to|i need to|i need you to|i would like to|id like to|i'd like to|lets|let's|just|also|now|then|quickly|go ahead and),? +)*";
const ADDRESSING = new RegExp(
  `^ *${POLITE}(?:(?:send|drop|shoot|leave) (?:a )?(?:whatsapp|text|message|note|line) to +|(?<verb>remind|notify|inform|alert|advise|tell|text|message|msg|dm|whatsapp|ping|let|send|write|schedule) +(?:to +)?)`,
);
const MARKERS =
  /[\s,](?:saying|that says|that reads|which says|to say|say|says|reading|with the (?:text|message|words|wording)|telling (?:him|her|them)(?: that)?|letting (?:him|her|them) know(?: that)?|and say|so it says|so that it says|to read)(?: that)?[\s,]+/g;
/** After "send Dana …" and "text Dana …", these don't start a message text. */
const NO_TEXT =
  /^(?:a|an|the|my|this|that|another|some|to|from|about|but|except|again|it|them|his|her|their|for|in|with|and|or|every|each|all|any|yesterday|first|last|next|failed|pending|message|messages|text|reminder|something)(?![\p{L}\p{N}'])/u;
/** “message Dana that file”: no clause. */
const OF_THAT = /^that\s+(?:message|file|one|text|thing|link|again)\b/;
/** “todays message to Dana still hasn't …”: talks about a message. */
const PREDICATE =
  /^(?:is|isn't|was|wasn't|are|has|hasn't|hasnt|still|did|didn't|didnt|not|never|failed|gone|should|must|needs|went|goes)(?![\p{L}\p{N}'])/u;
/** “write to Dana now”: a time, and no text. */
const ONLY_WHEN =
  /^(?:please |and )*(?:(?:right |just )?now|immediately|asap|right away|at once|straight away|soon|later(?: on)?|again|back|first|too|today|urgently|quickly|sometime|something)?(?: please)?[\s.!?]*$/;
const QUESTION =
  /^\s*(?:what|what's|whats|which|who|show|list|anything|how many|is there|are there|did|cancel|move|retry|delete)\b/;
/** Maximum length of the sentence before a colon. */
const NAMED_WITHIN = 500;
const namesSomebody = (text: string, lexicon: Lexicon): boolean =>
  [...text.slice(0, NAMED_WITHIN).matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].some(
    ({ index }) => lexicon.matchAt(text, index) !== null,
  ) || /\d{6,}/.test(text);
const COLON = /:(?=\s|[^\d\s])(?!\/\/)/g;
const LABEL = /(?:^|[\s.,;(])(?:text|message|msg|body|content|wording|words|it's|its|it is|it says|saying|that says)$/;
/** Longer than any label. */
const LABEL_REACH = 40;
const NOUNS = new Set([
  'message',
  'messages',
  'text',
  'texts',
  'reminder',
  'reminders',
  'note',
  'it',
  'them',
  'this',
  'that',
  'these',
  'those',
]);

/** Finds the message text in a request; null if there is none. Quotes take precedence. */
export function cutMessage(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  return (
    cutMarked(request, lower, lexicon) ??
    afterDash(request, lower, lexicon) ??
    afterMarker(request, lower, lexicon) ??
    afterVerb(request, lower, lexicon) ??
    beforeRecipient(request, lower, lexicon) ??
    searchWords(request, lower, lexicon)
  );
}

/** Text marked by quotes or a colon, which may be long. Cheap for requests of any length. */
export const cutMarked = (request: string, lower: string, lexicon: Lexicon): CutMessage | null =>
  quoted(request, lower) ?? afterColon(request, lower, lexicon);

const cutAt = (request: string, from: number, to: number, isQuoted: boolean, marker: string): CutMessage | null => {
  const text = request.slice(from, to).trim();
  return text === ''
    ? null
    : {
        from,
        to,
        text: isQuoted ? text : text.replace(/\s*[.]?$/, (end) => (/\w\.\w/.test(text) ? end : end.trim())),
        isQuoted,
        marker,
      };
};

function quoted(request: string, lower: string): CutMessage | null {
  const double = /"([^"]+)"/g;
  const single = /(?<=^|[\s:(,])'([^']+(?:'[\p{L}][^']*)*)'(?=$|[\s.,!?)])/gu;
  const last = [...lower.matchAll(double)].at(-1) ?? [...lower.matchAll(single)].at(-1);
  if (!last) return null;
  const from = last.index + 1;
  const text = request.slice(from, from + last[0].length - 2);
  return text.trim() === ''
    ? null
    : { from: last.index, to: last.index + last[0].length, text, isQuoted: true, marker: 'quote' };
}

function afterColon(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  const colons = [...lower.matchAll(COLON)];
  // "Recipient: Dana. Time: 18:00. Text: …"
  const labelled =
    colons.length > 1
      ? colons.find(({ index }) => LABEL.test(lower.slice(Math.max(0, index - LABEL_REACH), index)))
      : undefined;
  const colon = labelled ?? colons[0];
  if (!colon || colon.index === 0 || (!labelled && /\b(?:failed|pending)\b[^:]*$/.test(lower.slice(0, colon.index))))
    return null;
  // "April 2 to April 9: what is scheduled?"
  if (QUESTION.test(lower.slice(colon.index + 1)) && !namesSomebody(lower.slice(0, colon.index), lexicon)) return null;
  return cutAt(request, colon.index + 1, lower.length, true, 'colon');
}

const SENDING = /^(?:send|text|tell|write|message|schedule|remind|to|whatsapp)(?![\p{L}\p{N}])/u;
const BESIDE = /^(?:for|on|at|in|the|a|an|please|pls|message|reminder|note|msg|know|that|and)(?![\p{L}\p{N}])/u;

/** "every Saturday at 14:00 to Dana - how was the week?": only time and recipient before the dash. */
function afterDash(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  const dash = / [-–—]+ /.exec(lower);
  if (!dash) return null;
  const head = lower.slice(0, dash.index);
  const found = { isTo: false, people: 0, times: 0 };
  for (let at = 0; at < head.length; ) {
    const space = /^[\s,]+/.exec(head.slice(at))?.[0].length ?? 0;
    const sending = SENDING.exec(head.slice(at))?.[0].length ?? 0;
    const when = readsWhen(head.slice(at));
    const people = skipRecipients(head, at, lexicon) - at;
    const step = space || when || people || sending || (BESIDE.exec(head.slice(at))?.[0].length ?? 0);
    if (step === 0) return null;
    if (!space && when) found.times += 1;
    else if (!space && people) found.people += 1;
    else if (!space && sending) found.isTo = true;
    at += step;
  }
  const rest = lower.slice(dash.index + dash[0].length);
  const isMore =
    readsWhen(rest) > 0 || /^(?:text|message|say|saying|cancel|move|no|not|actually|make)(?![\p{L}\p{N}])/u.test(rest);
  if (!found.isTo || found.people === 0 || found.times === 0 || isMore || skipRecipients(rest, 0, lexicon) > 0)
    return null;
  return cutAt(request, dash.index + dash[0].length, lower.length, true, 'colon');
}

function afterMarker(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  const found = [...lower.matchAll(MARKERS)][0];
  if (!found) return null;
  // “Dana says she cannot come. Show me …”
  if (/[.?!]\s+(?:please )?(?:show|what|which|who|list|find|get|when|did|how)\b/.test(lower.slice(found.index)))
    return null;
  // "Dana says she is ill" is a statement.
  if (
    /^[\s,]says/.test(found[0]) &&
    !/^\W*(?:send|schedule|text|write|queue|edit|change|update|make|message|the)\b/.test(lower) &&
    [...lower.slice(0, found.index).matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].some(
      ({ index }) => lexicon.matchAt(lower, index)?.to === found.index,
    )
  )
    return null;
  // "what did Dana say", "did she say yes": nothing to send.
  if (/^\s*(what|when|did|does|has|have|who|which|show|find|list)\b/.test(lower)) return null;
  return cutAt(request, found.index + found[0].length, lower.length, false, found[0].trim().split(' ')[0] ?? 'saying');
}

function afterVerb(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  // "tomorrow at 9 tell Dana that …", "starting on Monday, every Monday …"
  const whens = skipWhens(lower, /^ *(?:starting |beginning )?/.exec(lower)?.[0].length ?? 0);
  const lead = whens + (/^\s*,\s*/.exec(lower.slice(whens))?.[0].length ?? 0);
  const start = readsWhen(lower.slice(0, lead).trimStart().replace(JOINTS, '')) > 0 ? lead : 0;
  const addressed = ADDRESSING.exec(lower.slice(start));
  if (!addressed) return null;
  const after = start + addressed[0].length;
  const recipients = skipRecipients(lower, after, lexicon);
  if (recipients === after) return null;
  const verb = addressed.groups?.verb ?? 'text';
  const known = verb === 'let' ? (/^(?:,\s*)?know\s+/.exec(lower.slice(recipients))?.[0].length ?? 0) : 0;
  if (verb === 'let' && known === 0) return null;
  let at = skipWhens(lower, recipients + known);
  // "tell Dana now that …"
  at +=
    /^(?:(?:right )?now|immediately|asap|right away|at once|straight away),? (?=that |to )/.exec(lower.slice(at))?.[0]
      .length ?? 0;
  const rest = lower.slice(at);
  const joint = /^(?:,\s*)?(?:that\s+|to\s+)?/.exec(rest)?.[0] ?? '';
  if (verb === 'remind' && !/^(?:,\s*)?(?:that|to)\s/.test(rest)) return null;
  if (verb !== 'let' && /^know\s/.test(rest)) return null;
  const isInforming = ['remind', 'tell', 'let', 'notify', 'inform', 'alert', 'advise'].includes(verb);
  // "text Dana that I am late", but "send Dana that message" starts no text.
  if (
    isInforming ||
    (['text', 'write', 'message', 'msg'].includes(verb) && /^that\s/.test(rest) && !OF_THAT.test(rest))
  )
    at += joint.length;
  else if (NO_TEXT.test(rest) || (start > 0 && PREDICATE.test(rest))) return null;
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(lower.slice(at)) || ONLY_WHEN.test(lower.slice(at))) return null;
  return cutAt(request, at, lower.length, false, 'verb');
}

/** "send happy birthday to Omar tomorrow at 8" */
function beforeRecipient(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  const begins = new RegExp(`^ *${POLITE}(?:send|write|text|schedule|say)(?: out)? +`).exec(lower);
  if (!begins) return null;
  for (const to of lower.matchAll(/\s+to\s+/g)) {
    const from = begins[0].length;
    const after = to.index + to[0].length;
    if (to.index <= from || skipRecipients(lower, after, lexicon) === after) continue;
    const words = lower.slice(from, to.index).match(/[\p{L}\p{N}']+/gu) ?? [];
    const isOfOurs =
      words.some((word) => NOUNS.has(word)) || words.every((word) => isKnownWord(word) && !GREETINGS.has(word));
    const hasWhen = words.some((_, place) => readsWhen(words.slice(place).join(' ')));
    if (isOfOurs || hasWhen || lexicon.matchAt(lower, from)) return null;
    return cutAt(request, from, to.index, false, 'before');
  }
  return null;
}

/** "messages about the tulip bulbs": search words in a request that sends nothing. */
function searchWords(request: string, lower: string, lexicon: Lexicon): CutMessage | null {
  const isStopped = /^\W*(?:please )?(?:don't|dont|do not|never|stop) (?:send|text)/.test(lower);
  const isQuestion = isStopped || /^\s*(?:what|did|where|which|has|have)\b/.test(lower);
  if (
    !isQuestion &&
    (ADDRESSING.test(lower) || /\b(?:send|schedule|(?<!the )text|tell|write|remind|ping)\b/.test(lower))
  )
    return null;
  const topic =
    topicInThem(lower) ??
    topicIn(lower, lexicon) ??
    searchWord(lower) ??
    topicOfNoun(lower, lexicon) ??
    topicInChat(lower);
  return topic && cutAt(request, topic.from, topic.to, true, 'sought');
}

/** "messages with x-ray in them" */
function topicInThem(lower: string): { from: number; to: number } | null {
  const found =
    /\bwith (?:the words? )?(?<word>[\p{L}\p{N}-]{3,}) in (?:them|it|the (?:text|message|body|words))\b/u.exec(lower);
  const word = found?.groups?.word;
  if (!found || !word || readsWhen(word) > 0) return null;
  const from = lower.indexOf(word, found.index + 5);
  return { from, to: from + word.length };
}

/** "search the chat with Dana for towels" */
function topicInChat(lower: string): { from: number; to: number } | null {
  const found =
    /^\W*(?:search|look|scan|check|go)\b.*\b(?:chat|conversation|messages|thread)\b.* for (?<word>[\p{L}\p{N}]{3,})\W*$/u.exec(
      lower,
    );
  const word = found?.groups?.word;
  if (!found || !word || isKnownWord(word) || readsWhen(word) > 0) return null;
  const from = lower.lastIndexOf(word);
  return { from, to: from + word.length };
}

/** "with the word parking", "containing parking": one word. */
function searchWord(lower: string): { from: number; to: number } | null {
  const found =
    /\b(?:containing|contains?|mentioning|mentions?|(?:for|with|about) the words?)\s+(?!the\b|a\b|an\b|any\b|my\b)(?<word>[\p{L}\p{N}]{3,})(?![\p{L}\p{N}])/u.exec(
      lower,
    );
  const word = found?.groups?.word;
  if (!found || !word || isKnownWord(word) || readsWhen(word) > 0) return null;
  const to = found.index + found[0].length;
  return { from: to - word.length, to };
}

const JOINTS = /^(?:(?:at|on|in|the|from|starting|beginning)\s+)*/;
const GREETINGS = new Set(['hi', 'hello', 'hey', 'thanks', 'thank', 'ok', 'okay', 'please', 'yes', 'no']);

/** @returns the end of a list of people and numbers that starts at `at`; `at` itself if there is none */
function skipRecipients(lower: string, at: number, lexicon: Lexicon): number {
  let end = at;
  for (;;) {
    const article = /^(?:both |my |the )?/.exec(lower.slice(end))?.[0].length ?? 0;
    const named = lexicon.matchAt(lower, end + article);
    const number = /^(?:\+|00)?\d[\d\s()-]{5,18}\d/.exec(lower.slice(end));
    const next = named ? named.to : number ? end + number[0].length : end;
    // "Dana's message" is no recipient.
    if (next === end || /^'s?(?![\p{L}\p{N}])/u.test(lower.slice(next))) return end;
    const inBrackets = /^\s*\(\s*\+?[\d\s-]{7,20}\)/.exec(lower.slice(next))?.[0].length ?? 0;
    end = next + inBrackets;
    const more = /^(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+)/.exec(lower.slice(end));
    if (!more || skipRecipients(lower, end + more[0].length, lexicon) === end + more[0].length) {
      const space = /^\s*/.exec(lower.slice(end))?.[0].length ?? 0;
      return end + space;
    }
    end += more[0].length;
  }
}

function skipWhens(lower: string, at: number): number {
  let end = at;
  for (;;) {
    const rest = lower.slice(end);
    const space = /^[\s,]*/.exec(rest)?.[0].length ?? 0;
    const joint = /^(?:\s|,|(?:at|on|in|the)\s)*/.exec(rest)?.[0].length ?? 0;
    // "at 9" is a separate time, "on the Monday" a day after two prepositions.
    const from = [space, joint].find((skipped) => readsWhen(rest.slice(skipped)) > 0);
    if (from === undefined) return end + (/^\s*/.exec(rest)?.[0].length ?? 0);
    end += from + readsWhen(rest.slice(from));
  }
}

/** Where the time expression at the end of a text begins; null if the text ends otherwise. */
export function tailOfTime(text: string): number | null {
  const lower = text.toLowerCase().replace(/[\s.!?]+$/, '');
  for (const { index } of lower.matchAll(/(?<=^|\s)\S/g)) {
    if (index > 0 && skipWhens(lower, index) >= lower.length && readsWhenAfterJoint(lower.slice(index))) return index;
  }
  return null;
}

const readsWhenAfterJoint = (text: string) =>
  readsWhen(text) > 0 || readsWhen(text.replace(/^(?:at|on|in|the)\s+/, '')) > 0;

const readsWhen = (text: string): number => readWhen(text)?.length ?? 0;

import type { Lexicon } from './lexicon.ts';
import { readWhen } from './read-when.ts';
import { correctSpelling } from './spelling.ts';
import { isKnownWord, splitWords } from './vocabulary.ts';

const BEFORE =
  /\b(?:about|regarding|concerning|mentioning|mentioned|mentions?|containing|contained|contains?|including|that say|to do with|on the subject of|with the words?|with the phrase|the words?|the phrase)\s+(?:(?:the|a|an|our|my|any)\s+)?(?:(?:words?|phrase|term)\s+)?(?=[\p{L}])/gu;
/** A topic ends before these. */
const ENDS = new Set(
  splitWords(`to for from in on at by with that which are is was were be been get gets got have has still go goes going went
    sent failed pending but except apart not without until till before after since between earlier later back forward
    instead again please now yet one two three four five six seven eight nine ten`),
);
/** These make a topic unclear: several things, or a condition. */
const UNCLEAR = new Set(splitWords('and or if unless when because so only'));
const MAX_WORDS = 4;

const NOUN =
  /(?:\b(?:the|that|our|my|any|this|those|these)|'s?)\s+(?<topic>(?:[\p{L}][\p{L}'-]*\s+){1,3})(?=(?:messages?|msgs?|reminders?|thing)(?![\p{L}\p{N}'-]))/gu;
/** These say which message it is, not its topic. */
const ADJECTIVES = new Set(
  splitWords(`other others another remaining older old oldest new newer newest wrong right correct same whole rest above below following
    previous important unimportant automatic automated long short double duplicate duplicated group voice whatsapp very early earlier
    late later latest last first second third final next only main big small few many several most half single separate different
    similar recurring repeating repeated regular daily weekly monthly yearly annual every each original original unnecessary extra spare urgent
    unread unsent undelivered delivered read seen draft stuck blocked broken bad good personal private public morning afternoon evening
    night noon midday weekend weekday today tomorrow yesterday scheduled pending failed cancelled canceled sent planned queued upcoming
    outgoing incoming unsuccessful successful bounced broken open due waiting outstanding unanswered programmed dispatched future past current existing present mentioned said text`),
);

/** These qualify the message before its topic. */
const BEFORE_TOPIC = new Set(
  splitWords(
    'daily weekly monthly yearly fortnightly quarterly recurring scheduled pending planned upcoming queued failed',
  ),
);

/**
 * “the flossing message”, “the bulb sale reminder”: the topic before its noun; null if something else precedes the
 * noun.
 */
export function topicOfNoun(lower: string, lexicon: Lexicon): { from: number; to: number } | null {
  const [found, more] = [...lower.matchAll(NOUN)];
  const topic = found?.groups?.topic;
  if (!found || !topic || more) return null;
  const from = found.index + found[0].length - topic.length;
  // “the monthly payroll reminder”
  const words = [...topic.matchAll(/[\p{L}'-]+/gu)].filter(({ 0: word }, at) => at > 0 || !BEFORE_TOPIC.has(word));
  const [start] = words;
  if (!start) return null;
  const isClear = words.every(
    ([word], place) =>
      !ADJECTIVES.has(word) &&
      !isKnownWord(word) &&
      correctSpelling(word) === word &&
      !/'s?$/.test(word) &&
      readWhen(lower.slice(from + (words[place]?.index ?? 0))) === null &&
      lexicon.matchAt(lower, from + (words[place]?.index ?? 0)) === null,
  );
  return isClear && topic.trim().length > 3 ? { from: from + start.index, to: from + topic.trimEnd().length } : null;
}

/** Position of a topic: "the message about the tulip bulbs"; null if its start and end are unclear. */
export function topicIn(lower: string, lexicon: Lexicon): { from: number; to: number } | null {
  const [found, more] = [...lower.matchAll(BEFORE)];
  if (!found || more) return null;
  const from = found.index + found[0].length;
  const words: string[] = [];
  let to = from;
  for (const word of lower.slice(from).matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)) {
    const at = from + word.index;
    if (/[^\s]/.test(lower.slice(to, at)) || ENDS.has(word[0])) break;
    if (words.length > 0 && /^(?:the|my|our|next|last|this)$/.test(word[0])) break;
    if (words.at(-1) !== undefined && word[0] === 'day') {
      to = at + word[0].length;
      words.push(word[0]);
      continue;
    }
    if (readWhen(lower.slice(at))) break;
    if (UNCLEAR.has(word[0]) || /\d/.test(word[0]) || lexicon.matchAt(lower, at)) return null;
    words.push(word[0]);
    to = at + word[0].length;
  }
  const isOfIts = words.some((word) => word.length > 2 && !isKnownWord(word));
  return isOfIts && words.length <= MAX_WORDS ? { from, to } : null;
}

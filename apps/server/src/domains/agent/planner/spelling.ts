import { isKnownWord, splitWords } from './vocabulary.ts';

/** Words long enough to be recognised with one letter wrong. */
const LONG =
  splitWords(`message messages scheduled schedule reschedule cancel cancelled cancels pending failed delivered contacts contact
  duplicate postpone anything everything something tomorrow profile picture receive between replied answered reminder reminders upcoming conversation conversations recurring repeating engines`);
const SHORTEST = 5;
/** Abbreviations and misspellings of hasty typing. */
const IN_HURRY: Record<string, string> = Object.fromEntries(
  splitWords("hasn't haven't didn't isn't wasn't weren't won't doesn't aren't don't can't couldn't what's who's").map(
    (word) => [word.replace("'", ''), word],
  ),
);

const SLIPS: Record<string, string> = {
  wat: 'what',
  wats: "what's",
  wht: 'what',
  waht: 'what',
  teh: 'the',
  hte: 'the',
  rigth: 'right',
  havnt: "haven't",
  hasnt: "hasn't",
  hvnt: "haven't",
  shw: 'show',
  sned: 'send',
  snd: 'send',
  sedn: 'send',
  mesage: 'message',
  mesages: 'messages',
  recieve: 'receive',
  recieved: 'received',
  reply: 'reply',
  tmrow: 'tomorrow',
  contcts: 'contacts',
  retrry: 'retry',
  undoo: 'undo',
};

/** Real words that differ from one of ours by one letter. */
const OTHERS = new Set(
  splitWords(
    'massage massages massaged contract contracts cancer cancers remainder remainders filed foiled fainted relied received receives messaged messaging contacted cancelling canceling reminded reminding scheduling reception duplex schedules',
  ),
);

/**
 * Corrects a folded word with one letter too many, missing, wrong, or swapped with its neighbour. Returns any other
 * word unchanged.
 */
export function correctSpelling(word: string): string {
  const replacement = IN_HURRY[word] ?? SLIPS[word];
  if (replacement) return replacement;
  if (word.length < SHORTEST || isKnownWord(word) || OTHERS.has(word)) return word;
  return LONG.find((known) => word[0] === known[0] && isOneOff(word, known)) ?? word;
}

function isOneOff(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  const [rest, meant] = [word.slice(at), known.slice(at)];
  const hasChangedPlaces =
    rest.length === meant.length && rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2);
  return rest.slice(1) === meant.slice(1) || rest.slice(1) === meant || rest === meant.slice(1) || hasChangedPlaces;
}

import type { Lexicon } from './lexicon.ts';
import { cutMessage } from './message-text.ts';
import { plain } from './tokens.ts';

const ASKING = '(?:how|what|whats|which|who|whos|when|where|why|if|whether|about)\\b';
const GREETING =
  '(?:good (?:morning|afternoon|evening|day)|(?:hi+|hey+|hello|hiya|howdy|yo|greetings|morning|afternoon|evening)(?: there| again| all| team| everyone| assistant| switchyard| you)?|dear (?:assistant|team|switchyard|sir|madam|sir or madam))';
const SIGH =
  "(?:ugh|argh|agh|hm+|oh(?: no| dear| my| well)?|ok(?:ay)?|right|so|well|al+ ?right|wait|oops|whoops|nope(?: nope)*|no(?: no)+|dude|mate|man|bro|buddy|guys|it's urgent|urgent|for my records|oh shoot|shoot|dang|oh crap|crap|oh snap|yikes|damn|omg|yay|hooray|great|perfect|cool|nice|fyi|btw|by the way|sorry|excuse me|pardon|thanks|thank you|listen|quick (?:one|question|q|favou?r)|(?:one )?(?:more|last|final|other) (?:thing|question|favou?r)|next(?: up| one| thing)?|also|first(?: of all|ly)?|second(?:ly)?|finally|another (?:one|thing|question)|happy (?:monday|tuesday|wednesday|thursday|friday|new year)|(?:i'm )?new here|typo|wrong one|my bad|my mistake|sorry about that)";
/** Openings of a request that ask for nothing. */
const OPENINGS = [
  `(?:${GREETING}|${SIGH})(?:\\s*[,!.;:…?]+|\\s+-+)\\s*`,
  `${GREETING}\\s+(?=(?:can|could|would|will|please|pls|i|what|who|how|which|show|list|have|do|did|is|are)\\b)`,
  '(?:ugh|hmm+|oops|whoops|oh(?: no)?|yikes|ok|okay|umm*|er+|well|so+|dude|bro|mate|hey|hi|hello)\\s+(?!"|to\\b|from\\b|in\\b|with\\b)',
  "(?:i'm |i am |so )?sorry (?:to (?:bother|trouble|disturb|interrupt|be a (?:pain|nuisance|bother))|for (?:bothering|troubling|disturbing))(?: you)?(?: again)?[,.!]?\\s+(?:but )?",
  "if (?:you (?:don't mind|wouldn't mind|would be so kind|can|could|have (?:a|the) (?:minute|moment|second|sec|time))|it's (?:possible|no trouble|not too much trouble)|possible)\\s*,\\s*",
  'when(?:ever)? you (?:get|have) (?:a|the) (?:chance|minute|moment|sec|second|time)\\s*,\\s*',
  '(?:please |pls )?(?:can|could|would|will) (?:you|u)(?: please| kindly| just)* (?:see|check|look|find out|tell me|let me know|say)(?: for me)? (?:if|whether) ',
  "(?:see|check|look|find out|tell me|let me know|i wonder|wondering|do you know)(?: for me)? (?:if|whether) (?=(?:[\\p{L}.']+ ){1,5}?(?:has|have|is|are|was|were|did|does|do|will|got|had|any)\\b)",
  '(?:please |pls )?(?:can|could|would|will|may|might) (?:you|u|i)(?: please| pls| kindly| possibly| maybe| perhaps| just| quickly| also| be able to| be so (?:good|kind) as to| be a (?:dear|star|love|doll|pal) and| do me a favou?r and| help me(?: to)?| help me out and| go ahead and| pretty please| like(?= to)| get you to| ask you to| have you| trouble you to)*\\s+(?!have\\b|mind\\b|like\\b)',
  '(?:is it true|am i right|is it right|is it correct)(?: that)? ',
  '(?:please )?do me a favou?r(?: and|,|:)?\\s+',
  "(?:i was |i'm |i am |just )*wondering (?:if|whether) (?:you|i|we) (?:could|can|would|might)(?: please| possibly| maybe)?\\s+",
  "i(?:'d| would| will)? (?:really |just |also )*(?:like|love|want|need|wish|have got|have|gotta|wanna)(?: you)? to (?=(?:know|see|read|find|check|look|send|schedule|set|cancel|move|have|get|stop|change|edit|view|hear|write|text|message|tell|delete|push|postpone|reschedule|retry|resend|copy|duplicate|undo|remind|let|list|show|count|open|plan)\\b)",
  "i(?:'d| would) (?:really )?(?:appreciate it|be grateful|be glad|be thankful|be happy|love it) if you (?:could|would|can)\\s+",
  "(?:it would|it'd|that would|would it) be (?:great|good|lovely|nice|possible|helpful|ok|okay|fine)(?: if you could| if you would| if you can| to| for you to)\\s+",
  '(?:is it possible|is there (?:any|a) (?:way|chance)|any (?:way|chance)|would it be possible)(?: that)?(?: to| for you to| you could| you can| of you| i could| i can)\\s+',
  '(?:would there happen to be|do there happen to be|do you happen to have)\\s+',
  '(?:pretty )?(?:please|pls|plz|kindly)(?: and thank you)?[,!]?\\s+',
  "(?:i )?hope (?:all is|all's|you're|you are|you had|this|everything|everyone|it)[^,.!?:\"]*[,.!?]+\\s*",
  "(?:i'm |i am )?(?:not sure|no idea|can't remember|cannot remember|don't remember|don't know|forgot|i forget|i forgot) (?:if|whether|what|when|who|how|why)[^,.?!:;\"]*[,.?!;]\\s+(?=(?:what|which|who|is|are|do|did|does|has|have|show|list|can|could|how|when|any)\\b)",
  'go ahead and\\s+',
  `(?:please )?(?:tell me|let me know|remind me|inform me|(?:let me|lemme|help me|i want to|i need to|i'd like to|we need to|we want to) (?:see|know|find out|check|understand)|do you know|i(?:'m| am) (?:curious|trying to (?:see|find out|check|figure out|remember))|i(?:'d| would) (?:like|love) to (?:know|see)|find out|figure out|work out|see|check|look|know|explain|say)(?: me)?(?:,|:)? (?=${ASKING})`,
  `(?:my|our|the) (?!messages?\\b|texts?\\b|reminders?\\b|chats?\\b)[\\p{L}]+ (?:wants|needs|would like|has asked me|is asking|asks|asked|asked me|keeps asking|is wondering)(?: me)?(?: to (?:know|see|find out|check))?,? (?=${ASKING})`,
  'whether (?!or not)',
  'if (?=(?:there|any|anything|we|i)\\b(?! (?:don|can|could|am|are not)))',
  'explain (?=why)',
  '(?:any|do you have any|have you any) (?:idea|clue) (?=(?:how|what|which|who|when|where|why)\\b)',
  '(?:look ?up|search|query|question|request|task|reminder to self)\\s*:\\s+',
].map((opening) => new RegExp(`^\\W{0,3}${opening}`, 'u'));

const LATER = '(?:a )?(?:chance|minute|moment|sec|second|time)';
/** Endings that ask for nothing. */
const ENDING = new RegExp(
  `(?:[\\s,.!?;-]+)(?:please|pls|plz|pretty please|please and thank you|(?:many |and )?thank(?:s| you)(?: so much| a lot| a million| a ton| tons| heaps| loads| very much| a bunch| in advance| again)?|thx|thnx|tnx|ty|tia|cheers|much appreciated|much obliged|if you (?:would|could|can|please|don't mind|wouldn't mind|will|get ${LATER})|if (?:possible|that's ok(?:ay)?|that's possible|that's alright|it's no trouble|you have ${LATER})|when(?:ever)? you (?:can|could|get ${LATER}|have ${LATER})|no rush|will you|would you|could you|can you|ok(?:ay)?|yeah|that(?:'d| would) be (?:great|lovely|perfect|good|nice|awesome|super)|(?:i(?:'d| would) )?(?:really )?appreciate it|you're (?:a star|the best|great|a lifesaver)|just show me|i mean|by the way|btw|kind regards|best regards|regards|i think|i guess|for me|after all|just curious|just checking|just wondering|asking for (?:a friend|my boss))[\\s.!?:)x]*$`,
  'u',
);

/** “would you mind moving …”: the verb becomes an imperative. */
const MIND =
  /^\W*(?:(?:would|do) you mind|how about|could i trouble you with|thanks for) (?!not\b)(?<verb>\p{L}+?)ing\b/u;
const BASES: Record<string, string> = Object.fromEntries(
  `cancel move send shift push show list tell schedule delay postpone reschedule delete remove drop change edit copy duplicate
  retry resend check look find text message write remind stop give pull bring put let count set undo update swap try read open
  get share queue scrap pause end`
    .split(/\s+/)
    .flatMap((verb) =>
      [verb, verb.replace(/e$/, ''), `${verb}${verb.at(-1)}`].map((stem): [string, string] => [stem, verb]),
    ),
);

/** A request without greetings, thanks and courtesies; the text to be sent is untouched. */
export function withoutCourtesies(request: string, lexicon: Lexicon): string {
  let rest = expandAbbreviations(request.trim(), lexicon);
  for (;;) {
    const shorter = withoutEnding(withoutOpening(rest), lexicon);
    if (shorter === rest || shorter === '') return rest;
    rest = shorter;
  }
}

/** Expands phone abbreviations, outside the text to be sent. */
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const SHORT: [written: RegExp, whole: string][] = [
  // “from 25 to 29 January”: the month belongs to both days.
  [
    new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th)?( ?(?:to|until|till|til|through|and|[-–]) ?)(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS})\\b`,
      'gi',
    ),
    '$1 $4$2$3 $4',
  ],
  [
    /\b(?:from )?monday (?:to|through|till|until|[-–]) friday,? (?:every|each) week\b|\b(?:every|each) week,? (?:from )?monday (?:to|through|till|until|[-–]) friday\b/gi,
    'every weekday',
  ],
  [/\bn[e]?xt (?:wk|week)\b/gi, 'next week'],
  [/\bnxt\b/gi, 'next'],
  [/\bthis wk\b/gi, 'this week'],
  [/\b(?:tmrw|tmr|tmw|tomoz)'?s\b/gi, 'tomorrow’s'],
  [/\btomoz\b/gi, 'tomorrow'],
  [/\byday'?s\b/gi, 'yesterday’s'],
  [/\bb4\b/gi, 'before'],
  [/\btxt\b/gi, 'text'],
  [/\btxts\b/gi, 'texts'],
  [/\bhw (?=many\b)/gi, 'how '],
  [/\bwhens\b/gi, 'when is'],
  [/\bwknd\b/gi, 'weekend'],
  [/\b(to|for|msgs?|messages?|reminders?|text) 2 (?=\p{Lu}|\p{L}{3,})/giu, '$1 to '],
  [/\bgimme\b/gi, 'give me'],
  [/\blemme\b/gi, 'let me'],
  [/\bwanna\b/gi, 'want to'],
  [/\bshedule\b/gi, 'schedule'],
  [/\bmoo+ve\b/gi, 'move'],
  [/\bappt\b/gi, 'appointment'],
  [/\bsched\b/gi, 'schedule'],
];

function expandAbbreviations(request: string, lexicon: Lexicon): string {
  const cut = cutMessage(request, plain(request), lexicon);
  const spelled = (part: string) => SHORT.reduce((text, [written, whole]) => text.replace(written, whole), part);
  if (!cut || cut.marker === 'sought') return spelled(request);
  return spelled(request.slice(0, cut.from)) + request.slice(cut.from, cut.to) + spelled(request.slice(cut.to));
}

function withoutOpening(request: string): string {
  const lower = plain(request);
  const asked = MIND.exec(lower);
  const verb = asked?.groups?.verb && BASES[asked.groups.verb];
  if (asked && verb) return `${verb}${request.slice(asked[0].length)}`;
  for (const opening of OPENINGS) {
    const found = opening.exec(lower);
    if (found && /\p{L}/u.test(lower.slice(found[0].length))) return request.slice(found[0].length);
  }
  return request;
}

function withoutEnding(request: string, lexicon: Lexicon): string {
  const lower = plain(request);
  const found = ENDING.exec(lower);
  if (!found || found.index === 0) return request;
  const cut = cutMessage(request, lower, lexicon);
  return cut && cut.to > found.index ? request : request.slice(0, found.index) + (/\?/.test(found[0]) ? '?' : '');
}

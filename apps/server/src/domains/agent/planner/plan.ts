import { withoutCourtesies } from './courtesies.ts';
import { cutMarked, cutMessage } from './message-text.ts';
import { planAct } from './plan-act.ts';
import { planCampaign } from './plan-campaign.ts';
import { planRead } from './plan-read.ts';
import type { Call, Clarification, Deps, Plan, PlanContext } from './plan-types.ts';
import { withoutReasons } from './reasons.ts';
import { Unclear } from './resolve-when.ts';
import { planNumber, planState } from './state.ts';
import { type Choice, ClarificationNeeded, type Gap, TokenReader } from './token-reader.ts';
import { plain, tokenise } from './tokens.ts';

const MAX_REQUEST_LENGTH = 500;
/** Maximum alternative readings of a request with many clauses. */
const MAX_READINGS = 8;
const READS = new Set([
  'get_scheduled_messages',
  'get_messages',
  'get_chats',
  'get_contacts',
  'get_profile_pic',
  'get_engines',
  'why_not_sent',
]);

/**
 * Plans a request by rules alone. `readings`: how many alternative readings are tried if it isn't clear as it is. Every
 * word that could change the meaning must have been used, or nothing is done: what isn't understood is asked about or
 * declined, never guessed.
 */
export function plan(request: string, context: PlanContext, readings = MAX_READINGS): Plan {
  const planned = planWithin(request, context, { left: readings });
  if (planned.kind !== 'calls' || !isAct(planned.calls)) return planned;
  return ambiguous(request, planned.calls, context) ?? planned;
}

/** Whether any call changes something. */
export const isAct = (calls: readonly Call[]): boolean => calls.some(({ tool }) => !READS.has(tool));

/** A clarifying question; each position in it is reduced to from and to. */
export function toClarification(
  request: string,
  question: string,
  choices: readonly Choice[] = [],
  gap: Gap | null = null,
): Clarification {
  const at = gap?.at && { at: { from: gap.at.from, to: gap.at.to } };
  return { kind: 'ask', question, choices, request, gap: gap && { ...gap, ...at } };
}

/** Some of several, without saying which; “every one of” and “each one of” mean all. */
const SOME_OF =
  /(?<!\b(?:every|each|all|any) )\b(?:one|some|any|either|neither|none|few|several|couple|half|most|part|many|more|less|another|others?) of\b|\bsome (?:messages?|texts?|msgs?|reminders?)\b/;
/** One of several, without saying which: “cancel a message to Dana”, “cancel one message”. */
const ONE_OF_SEVERAL =
  /^\W*(?:(?:please|can you|could you|ok|hey)\W+)*(?:cancel|delete|remove|drop|move|reschedule|postpone|change|edit|retry|resend|duplicate|copy) (?:a|an|one|1) (?:single |pending |scheduled |failed )?(?:messages?|texts?|msgs?|reminders?|notes?)\b/;
/** “tomorrow or Friday”, “Dana’s or Omar’s”: could mean one or both; for exclusions it means both. */
const EITHER =
  /^(?:(?!\b(?:but|except|excluding|without|not|other than|apart from|besides)\b).)*\S or (?!so\b|not\b|later\b|earlier\b)\S/;
/** “No messages for tomorrow?” either asks what there is or demands it. */
const NONE_ASKED = /^\W*(?:no|not|none|nothing)\b[^?]*\?\W*$/;
/** “cancel it in an hour”: either when the message is due, or when to do it. */
const IN_A_WHILE = /\bin (?:an?|half an?|\d+|one|two|three) (?:few )?(?:mins?|minutes?|hours?|hrs?)\b/;
/** “delete Dana”: either the contact, or messages to them. */
const ONLY_WHOM =
  /^\W*(?:delete|remove|erase)\b(?!.*(?:'s?\b|\b(?:messages?|texts?|msgs?|reminders?|notes?|ones?|everything|all)\b))/;
/** “send the same to Omar”: doesn't contain a text. */
const AS_BEFORE =
  /^(?:the |this |that )?(?:same|other|previous|usual)(?: (?:one|thing|message|text|again|as \p{L}+))?\W*$/u;
/** “send Omar hi now”: either when it is sent, or part of its text. */
const ENDS_IN_NOW = /\b(?:now|immediately|asap|at once|right away|straight away)\W*$/;

/** What must be asked before any change, however much was understood; null if nothing. */
function ambiguous(request: string, calls: readonly Call[], { lexicon }: PlanContext): Clarification | null {
  const lower = plain(request);
  const isNew = calls.some(({ tool }) => tool === 'schedule_message');
  const cut = cutMessage(request, lower, lexicon);
  const plainWords = cut && cut.marker !== 'sought' ? lower.slice(0, cut.from) + lower.slice(cut.to) : lower;
  if ((lower.match(/"[^"]+"/g) ?? []).length > 1)
    return toClarification(request, 'I found more than one quoted text, and can only use one at a time. Which one?');
  const plainly = withoutCourtesies(request, lexicon);
  if (NONE_ASKED.test(plain(plainly))) {
    const rest = plainly.replace(/^\W*(?:no|not|none|nothing)\b\W*/i, '').replace(/\?\W*$/, '');
    return toClarification(request, 'Are you asking what there is, or should I cancel it?', [
      { label: 'Show them', request: `Show ${rest}` },
      { label: 'Cancel them', request: `Cancel ${rest}` },
    ]);
  }
  if (!isNew && (SOME_OF.test(plainWords) || EITHER.test(plainWords) || ONE_OF_SEVERAL.test(plainWords)))
    return toClarification(
      request
        .replace(new RegExp(SOME_OF.source, 'i'), (found) => (/ of$/i.test(found) ? '' : 'messages'))
        .replace(
          /\b(?:a|an|one|1) (?=(?:single |pending |scheduled |failed )?(?:message|text|msg|reminder|note)\b)/i,
          'the ',
        ),
      'Which of them? Name its day, its time or its text.',
      [],
      EITHER.test(plainWords) ? null : { wants: 'which' },
    );
  const isAboutSomebody = [...plainWords.matchAll(/\babout /g)].some(
    ({ index, 0: { length } }) => lexicon.matchAt(plainWords, index + length) !== null,
  );
  const isOfMessages = calls.some(({ args }) => 'matching' in args);
  if (isOfMessages && (isAboutSomebody || ONLY_WHOM.test(plainWords)))
    return toClarification(request, 'Do you mean the messages that go to them? Say “messages to” and the name.');
  if (!isNew && calls.every(({ tool }) => tool !== 'reschedule_message') && IN_A_WHILE.test(plainWords))
    return toClarification(request, 'I make changes now, not later. Name the time the message is due.');
  if (isNew && cut && !cut.isQuoted && AS_BEFORE.test(plain(cut.text)))
    return toClarification(
      `${request.slice(0, cut.from)}${request.slice(cut.to)}`.replace(/[\s:]+$/, ''),
      'What should the message say?',
      [],
      { wants: 'words' },
    );
  if (isNew && cut && !cut.isQuoted && cut.marker === 'verb' && ENDS_IN_NOW.test(plain(cut.text)))
    return toClarification(request, 'Is its end when to send it, or part of the message?', nowOrWords(request, cut));
  return null;
}

/** “send Omar hi now”: both readings, each unambiguous. */
function nowOrWords(request: string, { from, text }: { from: number; text: string }): Choice[] {
  const head = request.slice(0, from).trim();
  return [
    {
      label: 'Send it now',
      request: `${head} now: "${text.replace(/\W*\b\p{L}+( away| once)?\W*$/iu, '')}"`,
      also: 'when time goes go',
    },
    { label: `The message is “${text}”`, request: `${head} now: "${text}"`, also: 'part words text' },
  ];
}

function planWithin(request: string, context: PlanContext, readings: { left: number }): Plan {
  if (request.length > MAX_REQUEST_LENGTH && lengthBesideText(request, context) > MAX_REQUEST_LENGTH) {
    return toClarification(
      '',
      `That is too long for me. Ask in at most ${MAX_REQUEST_LENGTH} characters, one thing at a time.`,
    );
  }
  const plainly = withoutCourtesies(request, context.lexicon);
  const direct = planOf(plainly, context);
  if (direct.kind !== 'ask' && direct.kind !== 'decline') return direct;
  // Background is dropped only if the rest is clear.
  for (const { request: shorter, isOnlyToRead } of withoutReasons(plainly, context.lexicon)) {
    readings.left -= 1;
    if (readings.left < 0) break;
    const shorterPlan = planWithin(shorter, context, readings);
    if (
      shorterPlan.kind === 'calls' &&
      (!isOnlyToRead || shorterPlan.calls.every(({ tool }) => READS.has(tool) || tool === 'undo'))
    )
      return shorterPlan;
    if (shorterPlan.kind === 'ask' && shorterPlan.choices.length > 0) return shorterPlan;
  }
  return direct;
}

/** Length of the part to be understood: a message's text may be long, and is only passed on. */
function lengthBesideText(request: string, { lexicon }: PlanContext): number {
  const cut = cutMarked(request, plain(request), lexicon);
  return request.length - (cut ? cut.to - cut.from : 0);
}

function planOf(request: string, context: PlanContext): Plan {
  const reading = new TokenReader(request, tokenise(request, context.lexicon), context.now);
  const parts: Deps = { ...context, reading };
  try {
    if (isHelp(reading)) return { kind: 'help' };
    const result = reading.first(
      () => planNumber(parts),
      () => planState(parts),
    );
    if (result) return result;
    const planned = reading.first(
      () => planCampaign(parts),
      () => planAct(parts),
      () => planRead(parts),
    );
    const words = reading.leftOver();
    if (planned?.kind === 'calls' && isCorrected(reading) && planned.calls.some(({ tool }) => !READS.has(tool)))
      throw new ClarificationNeeded('You corrected yourself as you wrote. Say again what I should do, as one request.');
    return planned && words.length === 0 ? planned : { kind: 'decline', words };
  } catch (error) {
    if (error instanceof ClarificationNeeded) {
      const words = reading.leftOver().filter((word) => !/^["'“]/.test(word));
      // A foreign-language request isn't asked about details, but if it names several people, it is asked which one.
      return error.choices.length === 0 && isForeign(reading, words)
        ? { kind: 'decline', words }
        : toClarification(request, error.message, error.choices, error.gap);
    }
    if (error instanceof Unclear) return toClarification(request, error.message);
    throw error;
  }
}

/** “to Friday, actually Saturday”: unclear which one holds. */
function isCorrected({ request, tokens }: TokenReader): boolean {
  const found =
    /(?<=\S)[,;.?!–-]+ *(?:oh |ah |hm+ |wait,? |no,? )*(?:actually|make (?:that|it)|or rather|rather|i mean|i meant|scratch that|correction|sorry,? i)\b/i.exec(
      request,
    );
  return (
    found !== null &&
    !tokens.some((token) => token.is === 'text' && token.from <= found.index && found.index < token.to)
  );
}

const isForeign = (reading: TokenReader, words: string[]): boolean =>
  words.length > 2 && words.length > reading.tokens.length / 2;

function isHelp(reading: TokenReader): boolean {
  const help = reading.take(
    'what can you do',
    'what are you able to do',
    'what do you do',
    'how do you work',
    'how does this work',
    'what else can you do',
    'capabilities',
    'what should i ask',
    'what can i ask',
    'what can i do here',
    'how can you help',
    'what are your capabilities',
    'who are you',
    'what are you',
  );
  if (help) return reading.leftOver().length === 0;
  const words = reading.tokens
    .filter((token) => token.is === 'word')
    .map((token) => (token.is === 'word' ? token.text : ''));
  return (
    reading.tokens.length === words.length &&
    words.includes('help') &&
    words.every((word) => ['help', 'me', 'please', 'i', 'need'].includes(word))
  );
}

import { withoutCourtesies } from './courtesies.ts';
import { wordsIn } from './lexicon.ts';
import { cutMessage } from './message-text.ts';
import { isAct, plan, toClarification } from './plan.ts';
import type { Call, Clarification, Plan, PlanContext } from './plan-types.ts';
import { placesIn } from './references.ts';
import type { Choice, Gap } from './token-reader.ts';
import { plain, tokenise } from './tokens.ts';
import { isKnownWord, splitWords } from './vocabulary.ts';

/** A question that waits for its answer. */
export interface Question extends Pick<Clarification, 'question' | 'choices' | 'request' | 'gap'> {
  /** The answered text to be sent, represented by `TEXT` in the request. */
  text: string | null;
}

/** Placeholder for answered text, whatever it contains. */
export const TEXT = '\uE000';

/** Inserts the text for its placeholder `TEXT` into a value. */
export const insertText = <Value>(value: Value, text: string | null): Value =>
  text === null ? value : JSON.parse(JSON.stringify(value).replaceAll(TEXT, JSON.stringify(text).slice(1, -1)));

const COURTESIES =
  /^(?:(?:no|nope|actually|sorry|it's|its|it is|it should be|make (?:it|that)|let's (?:say|do|make it)|i(?:'d)? (?:say|think|mean|meant)|how about|maybe|well|um+|the answer is|please|yes|ok(?:ay)?)[\s,:]+)+/i;

/** An answer without courtesies. */
const stripPhrases = (words: string, context: PlanContext): string =>
  withoutCourtesies(words, context.lexicon)
    .replace(COURTESIES, '')
    .replace(/[\s.!?,;]+$/, '')
    .trim();

const NO_CHOICE = new Set(
  splitWords('the a one option please s its it is that i mean meant want do to and or no actually'),
);
const LAST = new Set(splitWords('later last latter second'));
const FIRST = new Set(splitWords('earlier first former sooner'));

/** The choice that an answer names by its label, its position or distinctive words; null if none or several match. */
export function findChoice(words: string, { choices, gap, text }: Question): Choice | null {
  const phrase = wordsIn(words).join(' ');
  const exact = choices.find(
    ({ label, request }) => wordsIn(label).join(' ') === phrase || insertText(request, text).trim() === words.trim(),
  );
  if (exact || choices.length === 0) return exact ?? null;
  if (/^\W*(?:yes|yep|yeah|sure|ok(?:ay)?|please do|do that)\b\W*$/i.test(words))
    return choices.length === 1 ? (choices[0] ?? null) : null;
  const left = wordsIn(words).filter((word) => !NO_CHOICE.has(word));
  const isTimed = choices.every(({ label }) => /^\d\d:\d\d$|^\d{4}-\d\d-\d\d$/.test(label));
  if (choices.length === 2 && left.length === 1 && (FIRST.has(left[0] ?? '') || LAST.has(left[0] ?? '')) && isTimed)
    return (LAST.has(left[0] ?? '') ? choices[1] : choices[0]) ?? null;
  if (isTimed) return partOfDay(left, choices);
  const place = /^\W*(?:the |number |no\.? |option )?[\p{L}\p{N}]+(?: (?:one|option))?\W*$/u.test(words)
    ? placeOf(/^\W*\d\W*$/.test(words) ? `number ${words.trim()}` : plain(words), choices.length)
    : null;
  if (place !== null) return choices[place] ?? null;
  if (left.length === 0) return null;
  const fitting = choices.filter(({ label, also = '' }) => {
    const known = new Set([...wordsIn(label), ...wordsIn(also)]);
    return left.every((word) => known.has(word)) && (gap?.wants !== 'when' || !/\d/.test(words));
  });
  const telling = fitting.length === 1 ? fitting : [];
  return telling[0] ?? null;
}

function placeOf(words: string, count: number): number | null {
  try {
    const found = placesIn(words, count)?.places ?? [];
    return found.length === 1 ? (found[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** “in the afternoon”, for two choices of time. */
function partOfDay(words: readonly string[], choices: readonly Choice[]): Choice | null {
  const isLate = words.some((word) => ['afternoon', 'evening', 'night', 'pm', 'noon'].includes(word));
  const isEarly = words.some((word) => ['morning', 'am'].includes(word));
  const fitting = choices.filter(({ label }) => (isLate ? label >= '12:00' : isEarly && label < '12:00'));
  return words.every((word) => /^\p{L}+$/u.test(word)) && fitting.length === 1 && choices.length === 2
    ? (fitting[0] ?? null)
    : null;
}

/** Plans a request with text that was answered before. */
function planWithText(request: string, text: string | null, context: PlanContext): { plan: Plan; text: string | null } {
  return { plan: plan(request, context, 0), text };
}

/** Answers other than text are short, and only this many ways to insert them are tried. */
const MAX_ANSWER_LENGTH = 200;
const MAX_WAYS = 8;

/** The request without the message text at its end, which need not be parsed again for each way to fill it in. */
function withoutText({ request, text }: Question, { lexicon }: PlanContext): Pick<Question, 'request' | 'text'> {
  const cut = text === null ? cutMessage(request, plain(request), lexicon) : null;
  return cut?.marker === 'colon' && cut.to === request.length
    ? { request: `${request.slice(0, cut.from)} ${TEXT}`, text: cut.text }
    : { request, text };
}

export interface AnsweredPlan {
  plan: Plan;
  /** The text that `TEXT` stands for. */
  text: string | null;
}

/** Applies an answer to a question; null if the words don't answer it. */
export function answer(words: string, question: Question, context: PlanContext): AnsweredPlan | null {
  const way = findChoice(words, question);
  if (way) return planWithText(way.request, question.text, context);
  const { gap } = question;
  if (!gap) return null;
  if (gap.wants === 'words')
    return planWithText(`${question.request.replace(/[\s:.?!]+$/, '')}: ${TEXT}`, unquote(words), context);
  if (words.length > MAX_ANSWER_LENGTH) return null;
  const reply = stripPhrases(words, context);
  if (gap.wants === 'which') {
    const few = pickShown(reply, context);
    if (few) return few.length > 0 ? { plan: planForShown(question.request, few, context), text: question.text } : null;
  }
  const both =
    /^(?:both|both of them|all of them|all|all three)$/i.test(reply) &&
    gap.wants === 'who' &&
    question.choices.length > 1;
  if (reply === '' || (!both && !isOfKind(reply, gap, context))) return null;
  const filled = both ? question.choices.map(({ label }) => label).join(' and ') : reply;
  let next: AnsweredPlan | null = null;
  let lookUp: AnsweredPlan | null = null;
  let isSame = false;
  const { request: read, text } = withoutText(question, context);
  for (const request of fillIn(filled, { request: read }, gap).slice(0, MAX_WAYS)) {
    const attempt = planWithText(request, text, context);
    if (attempt.plan.kind === 'calls' && isAct(attempt.plan.calls)) return attempt;
    if (attempt.plan.kind === 'calls') lookUp ??= attempt;
    if (attempt.plan.kind === 'ask' && attempt.plan.question === question.question) isSame = true;
    else if (attempt.plan.kind === 'ask') next ??= attempt;
  }
  // An action must not turn into a look-up.
  if (next || lookUp || !isSame) return next ?? lookUp;
  return { plan: repeatQuestion(question), text: question.text };
}

/**
 * The messages that an answer chooses by position from those shown with the question; empty if a position is out of
 * range, null if it names none.
 */
function pickShown(reply: string, { shown }: PlanContext): string[] | null {
  const messages = shown?.messages ?? [];
  if (/^(?:all|both)(?: of (?:them|those))?$|^every one(?: of them)?$/i.test(reply) && messages.length > 0)
    return [...messages];
  try {
    const found = placesIn(plain(reply), messages.length);
    return found?.places.flatMap((at) => messages[at] ?? []) ?? null;
  } catch {
    return [];
  }
}

/** The same action, for these messages only. */
function planForShown(request: string, ids: readonly string[], context: PlanContext): Plan {
  const messages = { ...context, shown: { people: [], messages: ids } };
  for (const wording of [request, request.replace(OBJECT, ids.length > 1 ? 'them' : 'it')]) {
    const attempt = plan(wording, messages, 0);
    if (attempt.kind !== 'calls' || !attempt.calls.every(({ args }) => args.matching)) continue;
    const only = (call: Call): Call => {
      const { status } = call.args.matching as { status?: string[] };
      return { ...call, args: { ...call.args, matching: { ...(status ? { status } : {}), ids } } };
    };
    return { ...attempt, calls: attempt.calls.map(only) };
  }
  return toClarification(request, 'Which messages do you mean? Name a person, a day, or say “all”.', [], {
    wants: 'which',
  });
}

/** Text without surrounding quotes. */
export const unquote = (words: string): string => /^\s*["“”«„](.+)["”“»]\s*$/su.exec(words)?.[1] ?? words.trim();

/** Whether an answer is of the expected kind: a name is no time. */
function isOfKind(reply: string, { wants }: Gap, { lexicon }: PlanContext): boolean {
  const is = new Set(tokenise(reply, lexicon).map((token) => token.is));
  const isSomebody = is.has('person') || is.has('number');
  switch (wants) {
    case 'when':
    case 'target':
      return (
        !isSomebody &&
        (is.has('when') || /^(?:at )?\d{1,2}$|\bnow\b|\b(?:immediately|straight away|at once|asap)\b/i.test(reply))
      );
    case 'who':
    case 'whose':
      return isSomebody || (/^\p{L}[\p{L} .'’-]{0,60}$/u.test(reply) && !wordsIn(reply).some(isKnownWord));
    case 'number':
      return is.has('number') || /\d{5}/.test(reply);
    default:
      return true;
  }
}

/** The requests that an answer may complete the original into, most likely first. */
function fillIn(reply: string, { request }: Pick<Question, 'request'>, { wants, at, after, otherwise }: Gap): string[] {
  const forms = formsOf(reply, wants);
  const written = at ? request.slice(at.from, at.to) : '';
  const ending = wants === 'whose' || /['’]s?$/.test(written) ? '’s' : '';
  const found: string[] = [];
  if (after !== undefined)
    found.push(...forms.map((form) => `${request.slice(0, after)} ${form}${request.slice(after)}`));
  if (at) {
    const put = (words: string) => `${request.slice(0, at.from)}${words}${request.slice(at.to)}`;
    if (otherwise) found.push(...forms.map((form) => put(`${form} ${otherwise}`)));
    const isOwned = /['’]s?$/.test(reply);
    found.push(...forms.map((form) => put(isOwned ? form : `${form}${ending}`)));
    return found;
  }
  if (wants === 'which') return [...found, ...whichOf(reply, request)];
  const end = endOf(request);
  const [head, tail] = [request.slice(0, end).replace(/[\s.,!?]+$/, ''), request.slice(end)];
  for (const form of forms) found.push(`${head} ${form}${tail}`, `${form}, ${request}`);
  return found;
}

/** Where the message text begins, including its marker; the end if there is none. */
function endOf(request: string): number {
  const colon = /:(?=\s|[^\d\s])(?!\/\/)/.exec(request)?.index;
  const quote = /["“«„]/.exec(request)?.index;
  return Math.min(colon ?? request.length, quote ?? request.length);
}

function formsOf(reply: string, wants: Gap['wants']): string[] {
  const isLed = /^(?:at|on|in|to|for|by|until|with|named|called)\b/i.test(reply);
  const led = (...words: string[]) => words.map((word) => `${word} ${reply}`);
  switch (wants) {
    case 'when':
      return isLed ? [reply] : /^\d{1,2}$/.test(reply) ? led('at') : [reply, ...led('at', 'on')];
    case 'target':
      return isLed ? [reply.replace(/^(?:at|on|for)\b/i, 'to'), reply] : [...led('to', 'to at'), reply];
    case 'who':
      return isLed ? [reply] : [...led('to'), reply, ...led('of')];
    case 'label':
      return isLed ? [reply] : [...led('to', 'to everybody with the label'), reply];
    case 'name':
      return [`named "${unquote(reply)}"`, `"${unquote(reply)}"`];
    case 'number':
      return [reply, ...led('with')];
    default:
      return [reply];
  }
}

/** What a request calls the messages that it doesn't name. */
const OBJECT =
  /\b(?:it|that one|this one|that|this|them|those|these|(?:the |my |our |a |that |this |those |these )?(?:(?:pending|scheduled|recurring|failed) )?(?:message|text|reminder|msg|one)s?)\b/i;

function whichOf(reply: string, request: string): string[] {
  const named = reply
    .replace(/^(?:the|that) ones?\b/i, 'the message')
    .replace(/^(?:those|these)\b(?! two)/i, 'the messages');
  const selection = /^all(?: of (?:them|those))?$|^every ?one$|^everything$/i.test(reply) ? 'all messages' : named;
  const kind = /\b(?:recurring|repeats?|repeating)\b/i.test(request) ? 'recurring messages' : 'message';
  const ways = [
    `${selection} ${kind}`,
    selection,
    `the ${kind} ${selection}`,
    `the ${kind} to ${selection}`,
    `the ${kind} on ${selection}`,
  ];
  const placed = OBJECT.test(request) ? ways.map((way) => request.replace(OBJECT, way)) : [];
  const rest = request.replace(/[\s.!?]+$/, '');
  return [...placed, ...['', 'to ', 'on ', 'of '].map((joint) => `${rest} ${joint}${selection}`)];
}

/** Repeats the question, since the words did not answer it. */
export const repeatQuestion = ({ request, question, choices, gap }: Question): Clarification =>
  toClarification(request, question, choices, gap);

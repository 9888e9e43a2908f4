import { Temporal } from 'temporal-polyfill';
import { type Actor, keyRefusal } from '../../platform/actor.ts';
import { callTool } from '../../platform/call-tool.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findContactsNamed, listLabelNames } from '../contacts/index.ts';
import { findGroupsNamed } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { addResult, noResults } from './add-result.ts';
import { reasonOf, retire } from './confirm.ts';
import type { ReplyContent } from './conversations.ts';
import { describeResult, HELP, IN_SHORT } from './describe-result.ts';
import { type Dialogue, findCard, type OpenCard, readDialogue } from './dialogue.ts';
import { executeOrConfirm } from './execute-or-confirm.ts';
import { permissionsOf, toolOffReason } from './permissions.ts';
import { answer, findChoice, insertText, repeatQuestion, TEXT } from './planner/answers.ts';
import { correct, correctionIn, isReworded } from './planner/corrections.ts';
import { languageOf } from './planner/languages.ts';
import { Lexicon, type Named, wordsIn } from './planner/lexicon.ts';
import { plan, toClarification } from './planner/plan.ts';
import type { Call, Clarification, Plan, PlanContext } from './planner/plan-types.ts';
import { withPeople } from './planner/references.ts';
import { Unclear } from './planner/resolve-when.ts';
import { type Choice, ClarificationNeeded } from './planner/token-reader.ts';
import { tokenise } from './planner/tokens.ts';
import { nameWords } from './planner/vocabulary.ts';
import { choiceRow } from './preview.ts';
import { readState, whoIs } from './state-answers.ts';
import type { Turn } from './turn-scope.ts';
import { settleCard } from './yes-or-no.ts';

/** Suggestions for a person whose request was not understood. */
const SUGGESTED_REQUESTS: readonly Choice[] = [
  'What goes out tomorrow?',
  'Show failed messages',
  'Who has not answered?',
].map((request) => ({ label: request, request }));

/** A turn with the context its words are read against. */
interface TurnWork {
  turn: Turn;
  context: PlanContext;
}

/** How a request was understood: the plan, and the card that it replaces, if any. */
interface UnderstoodPlan {
  plan: Plan;
  text: string | null;
  cardId?: string;
}

/** The rule planner's answer to a request: it calls tools, or does nothing and says why. */
export async function answerByRules(given: Turn): Promise<Partial<ReplyContent>> {
  const turn = { ...given, request: given.request.replaceAll(TEXT, '') };
  const { request } = turn;
  const dialogue = await readDialogue(turn.deps.db, turn.actor, turn);
  const context = await contextFor(turn, dialogue);
  const work = { turn, context };
  const settled = await settleCard(turn, dialogue);
  if (settled)
    return 'again' in settled ? executeOrConfirm(turn, settled.again.calls, 'I ask once more, to be sure. ') : settled;
  const { question, card } = dialogue;
  // Text to be sent is used exactly as written.
  const isText = ['words', 'name'].includes(question?.gap?.wants ?? '') || isReworded(request);
  const words = isText ? request : withPeople(request, context);
  if (question && !(question.isOffer && card?.isOpen && !findChoice(words, question))) {
    if (
      !question.isOffer &&
      GIVES_UP.test(request) &&
      !question.choices.some(({ label }) => wordsIn(label).join(' ') === wordsIn(request).join(' '))
    )
      return { content: 'Left as it is. Nothing was done.' };
    const answered = await answerQuestion(work, words, dialogue);
    if (answered) return answered;
  } else if (card && (card.isOpen || card.isDone) && card.calls.length > 0 && (card.isNext || refersToCard(words))) {
    const corrected = await correctCard(work, words, card);
    if (corrected) return corrected;
  }
  return answerNewRequest(work, words, dialogue);
}

/** Whether a request that doesn't directly follow a card refers to it rather than being new. */
const refersToCard = (words: string): boolean =>
  correctionIn(words).isFirm ||
  /^\W*(?:make|move|send|change|put) (?:it|that|them)\b|\b(?:instead|too|as well)\W*$/i.test(words);

const GIVES_UP =
  /^\W*(?:no|nope|nah|never ?mind|forget (?:it|that|about it)|cancel|cancel (?:it|that)|stop|leave it|drop it|nothing|don't|do not|abort|no thanks?)\W*$/i;
const THANKS =
  /^\W*(?:(?:ok(?:ay)?|great|perfect|cool|nice|good|all right|alright|many)\W+)*(?:thanks?|thank you|thx|cheers|ta|great|perfect|cool|nice|good)(?:\W+(?:a lot|so much|very much|you))?\W*$/i;

/** Answers a request that stands alone. */
async function answerNewRequest(
  work: TurnWork,
  words: string,
  { question, card }: Dialogue,
): Promise<Partial<ReplyContent>> {
  const { turn, context } = work;
  const { request, deps, actor } = turn;
  if (THANKS.test(request))
    return { content: 'You are welcome.', context: { question: null, people: [], leavesCard: true } };
  const isOpen = card?.isOpen === true;
  const isNo = /^\W*(?:no|nope|nah|not|don'?t)\b/i.test(request);
  const isAdded = /^\W*(?:and|also|plus)\b/i.test(words);
  const newRequest = isOpen ? words.replace(/^\W*(?:no|nope|nah|actually|wait|sorry)\b[\s,.!:;]+/i, '') : words;
  const planned = plan(isAdded ? newRequest.replace(/[\s,]+(?:too|as well|also)\W*$/i, '') : newRequest, context);
  const acts = planned.kind === 'calls' && !isRead(turn, planned.calls);
  const isVague =
    planned.kind === 'decline' || (planned.kind === 'ask' && planned.choices.length === 0 && planned.gap === null);
  if (isVague) {
    const language = languageOf(wordsOnly(request, context));
    if (language) return askQuestion(toClarification(request, language.cannot, language.choices));
  }
  if (isVague && question && !question.isOffer)
    return {
      ...askQuestion(repeatQuestion(question), question.text, question.cardId),
      content: `That does not answer my question. ${question.question}`,
    };
  if (planned.kind === 'decline') {
    if (isOpen && isNo) {
      await retire(deps.db, actor, card.id);
      return askQuestion(toClarification('', CHANGE_WHAT), null, card.id);
    }
    if (isOpen)
      return {
        content: `${declineText(planned.words)} My question above is still open.`,
        context: { question: null, people: [], leavesCard: false },
      };
    return askQuestion(toClarification(request, declineText(planned.words), SUGGESTED_REQUESTS));
  }
  if (isOpen && isNo && (acts || planned.kind === 'ask')) await retire(deps.db, actor, card.id);
  // “and cancel Omar’s too”: adds to the open card.
  const isMore = acts && isOpen && card.isLast && card.calls.length > 0 && isAdded;
  return executePlan(work, {
    plan: isMore ? { ...planned, calls: [...card.calls, ...planned.calls] } : planned,
    text: null,
  });
}

const CHANGE_WHAT = 'I took that back. What should be different: the day, the time, the text, or the recipient?';

/** Applies an answer to the open question; null if the words don't answer it. */
async function answerQuestion(
  work: TurnWork,
  words: string,
  { question }: Dialogue,
): Promise<Partial<ReplyContent> | null> {
  const { context, turn } = work;
  if (!question) return null;
  if (question.cardId !== null) {
    const card = await findCard(turn.deps.db, turn.actor, question.cardId);
    return card && answerCorrection(work, words, question, card);
  }
  if (question.gap?.wants === 'words' && isRequest(words, work))
    return askQuestion(
      toClarification(words, 'Is that the message, or a different request?', [
        {
          label: 'It is the message',
          request: `${question.request.replace(/[\s:.?!]+$/, '')}: "${words}"`,
          also: 'yes text',
        },
        { label: 'Do that instead', request: words, also: 'no request' },
      ]),
    );
  const answered = answer(words, question, context);
  return answered && executePlan(work, answered);
}

/** Whether words that could be a message's text are themselves a request. */
function isRequest(words: string, { context, turn }: TurnWork): boolean {
  if (/^\s*["“„]/.test(words)) return false;
  const planned = plan(words, context);
  if (planned.kind !== 'calls') return false;
  return (
    !isRead(turn, planned.calls) ||
    /^\W*(?:show|list|how many|count|what goes|what is going|find|who (?:has|did|is))\b/i.test(words)
  );
}

/** Applies the answer to a question about a correction. */
async function answerCorrection(
  work: TurnWork,
  words: string,
  question: NonNullable<Dialogue['question']>,
  card: OpenCard,
): Promise<Partial<ReplyContent> | null> {
  const { request, gap } = question;
  const way = findChoice(words, question);
  const ways = way
    ? [way.request]
    : gap?.wants === 'words'
      ? [`make it say: ${words}`]
      : [
          ...(gap?.after === undefined
            ? []
            : [
                `${request.slice(0, gap.after)} ${words}${request.slice(gap.after)}`,
                `${request.slice(0, gap.after)} at ${words}${request.slice(gap.after)}`,
              ]),
          ...(gap?.at
            ? ['', 'at '].flatMap((lead) => [
                ...(gap.otherwise ? [`${lead}${words} ${gap.otherwise}`] : []),
                `${request.slice(0, gap.at?.from)}${lead}${words}${request.slice(gap.at?.to)}`,
              ])
            : []),
          words,
          `at ${words}`,
        ];
  let next: Partial<ReplyContent> | null = null;
  for (const way of ways) {
    const corrected = tryCorrect(way, card, work.context);
    if (Array.isArray(corrected)) return replaceCard(work.turn, corrected, card);
    if (corrected && corrected.question !== question.question) next ??= askQuestion(corrected, null, card.id);
  }
  return next;
}

/** The corrected calls, or a question if the correction is ambiguous; null if it is no correction. */
function tryCorrect(words: string, card: OpenCard, context: PlanContext): Call[] | Clarification | null {
  try {
    return correct(words, card, context);
  } catch (error) {
    if (error instanceof ClarificationNeeded)
      return toClarification(correctionIn(words).rest, error.message, error.choices, error.gap);
    if (error instanceof Unclear) return toClarification(correctionIn(words).rest, error.message);
    throw error;
  }
}

/** Handles words about a card; null if they are about something else. */
async function correctCard(work: TurnWork, words: string, card: OpenCard): Promise<Partial<ReplyContent> | null> {
  const corrected = tryCorrect(words, card, work.context);
  if (!corrected) return null;
  const { turn } = work;
  if (Array.isArray(corrected)) return replaceCard(turn, corrected, card);
  await retire(turn.deps.db, turn.actor, card.id);
  return askQuestion(corrected, null, card.id);
}

/** Replaces a card, which can then no longer be confirmed. */
async function replaceCard(turn: Turn, calls: readonly Call[], card: OpenCard): Promise<Partial<ReplyContent>> {
  const { db } = turn.deps;
  if (card.isOpen && !(await retire(db, turn.actor, card.id))) {
    const now = await findCard(db, turn.actor, card.id);
    if (now?.isDone)
      return { content: 'It has been done in another window in the meantime. Say again what should be different.' };
  }
  if (calls.length === 0) return { content: 'That leaves nobody, so nothing was done.' };
  return executeOrConfirm(turn, calls);
}

/** Executes a plan, or asks for confirmation. */
async function executePlan(work: TurnWork, { plan: made, text }: UnderstoodPlan): Promise<Partial<ReplyContent>> {
  const { turn, context } = work;
  const shows = (reply: Partial<ReplyContent>, people: Named[] = []): Partial<ReplyContent> => ({
    ...reply,
    context: { question: null, people, leavesCard: true },
  });
  const zone = context.now.timeZoneId;
  switch (made.kind) {
    case 'help':
      return shows(askQuestion(toClarification('', HELP, SUGGESTED_REQUESTS)));
    case 'ask':
      return { ...askQuestion(made, text), ...(made.gap?.wants === 'which' ? await messagesToChoose(work, made) : {}) };
    case 'decline':
      return { content: declineText(made.words) };
    case 'state':
      return shows(await readState(turn, made, zone));
    case 'who':
      return shows(await whoIs(turn, made.mobile));
    case 'calls': {
      const calls = insertText(made.calls, text);
      if (!isRead(turn, calls)) return executeOrConfirm(turn, calls);
      return shows(await readAll(turn, { ...made, calls, zone }), peopleIn(calls, context));
    }
  }
}

/** The messages that a question offers, so that they can be chosen by position. */
async function messagesToChoose(
  { turn: { deps, actor }, context }: TurnWork,
  { request }: Clarification,
): Promise<Partial<ReplyContent>> {
  const planned = plan(request, context, 0);
  const [call] = planned.kind === 'calls' ? planned.calls : [];
  const matching = (call?.args.matching as object | undefined) ?? {
    status: [/\b(?:retry|resend|again|failed)\b/i.test(request) ? 'failed' : 'pending'],
  };
  if (/recur|repeat/i.test(request)) return {};
  const answer = await callTool(deps, actor, 'get_scheduled_messages', { limit: MAX_TO_CHOOSE, ...matching });
  if (!answer.ok || (answer.result as { total: number }).total === 0) return {};
  const { toolResults, totals } = addResult(noResults(), 'get_scheduled_messages', answer.result);
  return { toolResults, totals };
}

const MAX_TO_CHOOSE = 10;

const isRead = ({ deps }: Turn, calls: readonly Call[]): boolean =>
  calls.every(({ tool }) => deps.tools.get(tool)?.effect === 'read');

/** The people that read calls are about. */
function peopleIn(calls: readonly Call[], { lexicon }: PlanContext): Named[] {
  const mobiles = calls.flatMap(({ args }) => {
    const {
      chatId,
      recipients = [],
      contactIds = [],
    } = args as { chatId?: string; recipients?: string[]; contactIds?: string[] };
    return [...(chatId ? [chatId] : []), ...recipients, ...contactIds];
  });
  return [...new Set(mobiles)].map(
    (mobile) => lexicon.people.find((person) => person.mobile === mobile) ?? { name: mobile, mobile, zone: null },
  );
}

/** A question, saved with the reply so that the next request can answer it. */
function askQuestion(
  { question, choices, request, gap }: Clarification,
  text: string | null = null,
  cardId: string | null = null,
): Partial<ReplyContent> {
  const shown = insertText(choices, text);
  const isOpen = gap !== null || choices.length > 0 || cardId !== null;
  const isOffer = choices === SUGGESTED_REQUESTS || languageOf(question)?.choices === choices;
  return {
    content: question,
    widgets: shown.length > 0 ? [choiceRow(shown)] : [],
    context: {
      question: isOpen ? { question, choices: [...choices], request, gap, text, cardId, isOffer } : null,
      people: [],
      leavesCard: false,
    },
  };
}

/** The planner's context: the workspace's names and zone, and the earlier conversation. */
async function contextFor({ deps, actor, request }: Turn, { question, card, shown }: Dialogue): Promise<PlanContext> {
  const { db } = deps;
  const { workspaceId } = actor;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  // An answer is read together with the request that it completes.
  const text = `${request.slice(0, 2_000)} ${question?.request.slice(0, 2_000) ?? ''} ${
    question?.choices
      .map((choice) => choice.request)
      .join(' ')
      .slice(0, 2_000) ?? ''
  }`;
  const words = nameWords(text).flatMap(wordsIn);
  // Clarifying questions name contacts, so a key without the scope for contacts gets no names.
  const isFor = (scope: string) => keyRefusal(actor, { scope, effect: 'read' }) === null;
  const [people, groups, labels] = [
    isFor('contacts') ? await findContactsNamed(db, workspaceId, { words, text: wordsIn(text) }) : [],
    isFor('chats') ? await findGroupsNamed(db, workspaceId, words) : [],
    isFor('contacts') ? await listLabelNames(db, workspaceId) : [],
  ];
  const { zone, country } = workspace;
  return {
    now: Temporal.Now.zonedDateTimeISO(zone),
    lexicon: new Lexicon([
      ...people,
      ...groups.map((group) => ({ ...group, zone: null })),
      ...shown.people.filter(
        ({ name, mobile }) => name !== mobile && ![...people, ...groups].some((group) => group.mobile === mobile),
      ),
    ]),
    shown,
    names: {
      labels,
      bots: /bot/i.test(text) || card?.tool === 'stop_bot' ? await namesFrom(deps, actor, 'get_bots') : [],
      campaigns: /campaign/i.test(text) ? await namesFrom(deps, actor, 'get_campaigns') : [],
    },
    toE164: (text) => toE164(text, country),
  };
}

/** The names of the first hundred items that a tool lists. */
async function namesFrom(platform: Platform, actor: Actor, tool: string): Promise<string[]> {
  const answer = await callTool(platform, actor, tool, { limit: 100 });
  return answer.ok ? (answer.result as { data: { name: string }[] }).data.map(({ name }) => name) : [];
}

function declineText(words: readonly string[]): string {
  const shown = [...new Set(words)].slice(0, 3).map((word) => `“${word}”`);
  const reason = shown.length > 0 ? `I do not know what to make of ${shown.join(', ')}` : 'I do not understand that';
  return `${reason}, so I did nothing. ${IN_SHORT}`;
}

/** The request without names and without the text to be sent, for detecting its language. */
const wordsOnly = (request: string, { lexicon }: PlanContext): string =>
  tokenise(request.slice(0, 300), lexicon)
    .flatMap((token) =>
      token.is === 'word'
        ? [token.original]
        : token.is === 'text' && token.marker !== 'colon' && token.marker !== 'quote'
          ? [token.text]
          : [],
    )
    .join(' ');

/** Calls read tools, and reports the number of results shown and in total. */
async function readAll(
  turn: Turn,
  { calls, answers, zone }: Extract<Plan, { kind: 'calls' }> & { zone: string },
): Promise<Partial<ReplyContent>> {
  const { deps, actor } = turn;
  const results = noResults();
  const lines: string[] = [];
  const permitted = await permissionsOf(deps.db, actor);
  for (const call of calls) {
    turn.signal.throwIfAborted();
    const tool = deps.tools.get(call.tool);
    turn.step(tool?.title ?? call.tool);
    if (tool && permitted(tool).permission === 'off') {
      lines.push(toolOffReason(actor));
      continue;
    }
    const args =
      answers === 'count' && 'limit' in call.args === false && call.tool === 'get_scheduled_messages'
        ? { ...call.args, limit: COUNT_SHOWN }
        : call.args;
    const answer = await callTool(deps, actor, call.tool, args);
    if (!answer.ok) {
      lines.push(reasonOf(answer.refusal));
      continue;
    }
    const ourMessage = await findOurLastMessage(deps, actor, call, answer.result);
    addResult(results, call.tool, ourMessage ?? answer.result);
    // The last result becomes the reply at once.
    if (call !== calls.at(-1)) await turn.show(results);
    lines.push(ourMessage ? OUR_LAST_MESSAGE : describeResult(call, answers, answer.result, zone));
  }
  return { content: lines.join('\n'), ...results };
}

const OUR_LAST_MESSAGE = 'They wrote nothing that matches. This is the latest in the chat, from you.';

/** Our last message in a chat where the contact wrote nothing that matches; null if they did, or nobody wrote. */
async function findOurLastMessage(
  platform: Platform,
  actor: Actor,
  { tool, args }: Call,
  result: unknown,
): Promise<unknown> {
  if (tool !== 'get_messages' || args.fromMe !== false || args.search || (result as { total: number }).total > 0)
    return null;
  const answer = await callTool(platform, actor, tool, { chatId: args.chatId, limit: 1 });
  return answer.ok && (answer.result as { total: number }).total > 0 ? answer.result : null;
}

/** Maximum results shown when only their count was asked for. */
const COUNT_SHOWN = 5;

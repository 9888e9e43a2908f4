import { setTimeout as pause } from 'node:timers/promises';
import { INSTRUCTIONS } from '../../src/domains/agent/instructions.ts';
import { intents, widened } from '../../src/domains/agent/intents.ts';
import type { Named } from '../../src/domains/agent/planner/lexicon.ts';
import type { Endpoint } from '../../src/platform/models/endpoint.ts';
import { converse, type ModelTool } from '../../src/platform/models/language-model.ts';
import { ModelError } from '../../src/platform/models/model-error.ts';
import type { Tool } from '../../src/platform/platform.ts';
import { contextOfAnotherHand, peopleOfAnotherHand, requestsOfAnotherHand } from './another-hand.ts';
import { bakery, dentist, dogGroomer, gardenCentre, guitarSchool, languageSchool, yogaStudio } from './blind.ts';
import { suiteContext, suitePeople } from './fixture.ts';
import { unseen, unsupported } from './held-out.ts';
import { type Case, isAct, type Suite } from './judge.ts';
import { type Call, judged } from './judge-model.ts';
import { requests } from './requests.ts';
import { thingRequests } from './thing-requests.ts';

const MAX_STEPS = 6;
/** An endpoint that refuses for now is asked again so often. */
const TRIES = 4;
/** So many requests in a row that the endpoint itself failed: it is away, and asking on tells nothing. */
const MAX_FAULTS = 5;

interface Asked extends Suite {
  people: readonly Named[];
}

const suites: [name: string, suite: Asked][] = [
  ['exactlyRight', { cases: requests, context: suiteContext, people: suitePeople }],
  ['exactlyRightThings', { cases: thingRequests, context: suiteContext, people: suitePeople }],
  ['exactlyRightUnseen', { cases: unseen, context: suiteContext, people: suitePeople }],
  [
    'exactlyRightAnotherHand',
    { cases: requestsOfAnotherHand, context: contextOfAnotherHand, people: peopleOfAnotherHand },
  ],
  ...[gardenCentre, yogaStudio, bakery, dentist, guitarSchool, dogGroomer, languageSchool].map(
    (suite, at): [string, Asked] => [`exactlyRightBlind${at + 1}`, suite],
  ),
  ['declined', { cases: unsupported.map((one): Case => [one, 'decline']), context: suiteContext, people: suitePeople }],
];

interface Evaluation {
  tools: readonly Tool[];
  /** Of each suite, so many requests. */
  most: number;
  turnMs: number;
  /** Before an endpoint that refuses for now is asked again; twice as long each time. */
  againMs: number;
  tell(line: string): void;
}

/**
 * Asks a language model the planner's requests with the product's own tools and instructions. Nothing is carried out:
 * people and names are looked up among the suite's, every other call is noted.
 * @returns the share of each suite that was exactly right, among those that the endpoint answered; how many acts were
 *   wrong; how many it did not answer
 * @throws ModelFault when it does not answer at all
 */
export async function evaluateModel(endpoint: Endpoint, evaluation: Evaluation): Promise<Record<string, number>> {
  const measures: Record<string, number> = {};
  let wronglyDone = 0;
  let unanswered = 0;
  let faultsInARow = 0;
  for (const [name, suite] of suites) {
    let right = 0;
    let answered = 0;
    for (const one of suite.cases.slice(0, evaluation.most)) {
      const [request, expected] = one;
      try {
        const calls = await withPatience(() => made(endpoint, request, suite, evaluation), evaluation.againMs);
        faultsInARow = 0;
        answered += 1;
        if (judged(calls, one, suite.context.now.timeZoneId, completedBy(evaluation.tools))) {
          right += 1;
          continue;
        }
        const isWrongAct = isAct({ calls, answers: 'list' });
        if (isWrongAct) wronglyDone += 1;
        evaluation.tell(
          `${isWrongAct ? 'WRONG ACT' : 'wrong'}: ${request}\n  made ${JSON.stringify(calls)}\n  meant ${JSON.stringify(expected)}`,
        );
      } catch (error) {
        unanswered += 1;
        faultsInARow += 1;
        evaluation.tell(`NOT ANSWERED: ${request}\n  ${describeMiss(error)}`);
        if (isHopeless(error) || faultsInARow >= MAX_FAULTS) throw error;
      }
    }
    if (answered > 0) measures[name] = Math.round((right / answered) * 1_000) / 1_000;
  }
  return { ...measures, wronglyDone, unanswered };
}

/** What an endpoint has failed with, in its own words too: whoever evaluates it is its operator. */
export function describeMiss(error: unknown): string {
  const { cause } = error as { cause?: { statusCode?: number; responseBody?: string; message?: string } };
  const said = [cause?.statusCode ? `HTTP ${cause.statusCode}` : '', cause?.responseBody ?? cause?.message ?? ''];
  return [(error as Error).message, ...said.filter(Boolean)].join(' ').slice(0, 600);
}

/** No other request would fare better. */
const isHopeless = (error: unknown): boolean =>
  error instanceof ModelError && ['key', 'model', 'tools'].includes(error.kind);

async function withPatience<Made>(ask: () => Promise<Made>, againMs: number): Promise<Made> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind !== 'limit' || tried === TRIES) throw error;
      await pause(againMs * 2 ** (tried - 1));
    }
  }
}

/** A call with what its tool puts in the place of what was left out. */
function completedBy(tools: readonly Tool[]) {
  const inputs = new Map([...tools.map(widened), ...intents].map(({ name, input }) => [name, input]));
  return ({ tool, args }: Call): Call => ({
    tool,
    args: (inputs.get(tool)?.safeParse(args).data ?? args) as object,
  });
}

/** What a model does about a request. */
async function made(
  endpoint: Endpoint,
  request: string,
  { context, people }: Asked,
  { tools, turnMs }: Evaluation,
): Promise<Call[]> {
  const calls: Call[] = [];
  const lookUp: Record<string, (search: string) => object[]> = {
    get_contacts: (search) =>
      people
        .filter(({ name, mobile }) => `${name} ${mobile}`.toLowerCase().includes(search))
        .map(({ name, mobile }) => ({ name, number: mobile })),
    get_labels: () => context.names.labels.map((name) => ({ name })),
    get_bots: () => context.names.bots.map((name) => ({ name, isDeployed: true })),
    get_campaigns: () => context.names.campaigns.map((name) => ({ name })),
  };
  const modelTools = [...tools.map(widened), ...intents].map(
    ({ name, description, input }): ModelTool => ({
      name,
      description,
      input,
      async call(args) {
        calls.push({ tool: name, args: args as object });
        const data = lookUp[name]?.(String((args as { search?: string }).search ?? '').toLowerCase());
        return data ? { data, total: data.length } : { noted: 'This is a rehearsal: take it as answered, and end.' };
      },
    }),
  );
  const { now } = context;
  await converse(endpoint, {
    instructions: `${INSTRUCTIONS}\nIt is ${now.toPlainDateTime().toString()} (${now.timeZoneId}), ${now.toLocaleString('en-GB', { weekday: 'long' })}.`,
    messages: [{ role: 'user', content: request }],
    tools: modelTools,
    maxSteps: MAX_STEPS,
    signal: AbortSignal.timeout(turnMs),
    usage: { input: 0, output: 0 },
    onText: () => undefined,
  });
  return calls;
}

import { setTimeout as pause } from 'node:timers/promises';
import { INSTRUCTIONS } from '../../src/domains/agent/instructions.ts';
import { intents, widenTool } from '../../src/domains/agent/intents.ts';
import type { Named } from '../../src/domains/agent/planner/lexicon.ts';
import type { Endpoint } from '../../src/platform/models/endpoint.ts';
import { converse, type ModelTool } from '../../src/platform/models/language-model.ts';
import { ModelError } from '../../src/platform/models/model-error.ts';
import type { Tool } from '../../src/platform/platform.ts';
import { bakery, dentist, dogGroomer, gardenCentre, guitarSchool, languageSchool, yogaStudio } from './blind.ts';
import { suiteContext, suitePeople } from './fixture.ts';
import { heldOut, unsupported } from './held-out.ts';
import { independentContext, independentPeople, independentRequests } from './independent.ts';
import { type Case, isAct, type Suite } from './judge.ts';
import { type Call, isRightForModel } from './judge-model.ts';
import { requests } from './requests.ts';
import { thingRequests } from './thing-requests.ts';

const MAX_STEPS = 6;
/** Attempts for an endpoint that refuses temporarily. */
const TRIES = 4;
/** Consecutive endpoint failures after which it counts as unavailable and the evaluation stops. */
const MAX_FAULTS = 5;

interface EvaluatedRequest extends Suite {
  people: readonly Named[];
}

const suites: [name: string, suite: EvaluatedRequest][] = [
  ['exactlyRight', { cases: requests, context: suiteContext, people: suitePeople }],
  ['exactlyRightThings', { cases: thingRequests, context: suiteContext, people: suitePeople }],
  ['exactlyRightUnseen', { cases: heldOut, context: suiteContext, people: suitePeople }],
  ['exactlyRightAnotherHand', { cases: independentRequests, context: independentContext, people: independentPeople }],
  ...[gardenCentre, yogaStudio, bakery, dentist, guitarSchool, dogGroomer, languageSchool].map(
    (suite, at): [string, EvaluatedRequest] => [`exactlyRightBlind${at + 1}`, suite],
  ),
  [
    'declined',
    { cases: unsupported.map((request): Case => [request, 'decline']), context: suiteContext, people: suitePeople },
  ],
];

interface Evaluation {
  tools: readonly Tool[];
  /** Maximum requests per suite. */
  most: number;
  turnMs: number;
  /** Delay before retrying an endpoint that refuses temporarily; doubles each time. */
  againMs: number;
  tell(line: string): void;
}

/**
 * Evaluates a language model on the planner's requests, with the product's own tools and instructions. Nothing is
 * executed: people and names are looked up in the suite, and all other calls are recorded.
 * @returns each suite's share of exactly right requests among those answered; the number of wrong actions; the number
 *   not answered
 * @throws ModelError if the endpoint does not respond at all
 */
export async function evaluateModel(endpoint: Endpoint, evaluation: Evaluation): Promise<Record<string, number>> {
  const measures: Record<string, number> = {};
  let wronglyDone = 0;
  let unanswered = 0;
  let faultsInARow = 0;
  for (const [name, suite] of suites) {
    let right = 0;
    let answered = 0;
    for (const testCase of suite.cases.slice(0, evaluation.most)) {
      const [request, expected] = testCase;
      try {
        const calls = await withPatience(() => answerOf(endpoint, request, suite, evaluation), evaluation.againMs);
        faultsInARow = 0;
        answered += 1;
        if (isRightForModel(calls, testCase, suite.context.now.timeZoneId, completeWith(evaluation.tools))) {
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

/** An endpoint's failure with its own message: the person evaluating it is its operator. */
export function describeMiss(error: unknown): string {
  const { cause } = error as { cause?: { statusCode?: number; responseBody?: string; message?: string } };
  const parts = [cause?.statusCode ? `HTTP ${cause.statusCode}` : '', cause?.responseBody ?? cause?.message ?? ''];
  return [(error as Error).message, ...parts.filter(Boolean)].join(' ').slice(0, 600);
}

/** Whether every other request would fail too. */
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

/** Completes a call with its tool's defaults. */
function completeWith(tools: readonly Tool[]) {
  const inputs = new Map([...tools.map(widenTool), ...intents].map(({ name, input }) => [name, input]));
  return ({ tool, args }: Call): Call => ({
    tool,
    args: (inputs.get(tool)?.safeParse(args).data ?? args) as object,
  });
}

/** What a model does with a request. */
async function answerOf(
  endpoint: Endpoint,
  request: string,
  { context, people }: EvaluatedRequest,
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
  const modelTools = [...tools.map(widenTool), ...intents].map(
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

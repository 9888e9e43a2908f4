// `npm run eval:agent`: the planner's requests, asked of a language model (AI_BASE_URL, AI_API_KEY, AI_MODEL). It has the product's own tools and instructions; nothing
// is carried out: people are looked up among the suite's, and every other call is noted. `-- 20` asks the first 20 of each suite.
import { domains } from '../../apps/server/src/app.ts';
import { INSTRUCTIONS } from '../../apps/server/src/domains/agent/instructions.ts';
import { intents } from '../../apps/server/src/domains/agent/intents.ts';
import type { Named } from '../../apps/server/src/domains/agent/planner/lexicon.ts';
import {
  contextOfAnotherHand,
  peopleOfAnotherHand,
  requestsOfAnotherHand,
} from '../../apps/server/src/domains/agent/planner/suite/another-hand.ts';
import { suiteContext, suitePeople } from '../../apps/server/src/domains/agent/planner/suite/fixture.ts';
import { type Case, isAct, type Suite } from '../../apps/server/src/domains/agent/planner/suite/judge.ts';
import { type Call, judged } from '../../apps/server/src/domains/agent/planner/suite/judge-model.ts';
import { requests } from '../../apps/server/src/domains/agent/planner/suite/requests.ts';
import { unseen, unsupported } from '../../apps/server/src/domains/agent/planner/suite/unseen.ts';
import type { Endpoint } from '../../apps/server/src/platform/models/endpoint.ts';
import { converse, type ModelTool } from '../../apps/server/src/platform/models/language-model.ts';
import { toolsOf } from '../../apps/server/src/platform/tool.ts';
import { tellMeasures } from '../measurement.ts';

const MOST_STEPS = 6;
const TURN_MS = 60_000;
interface Asked extends Suite {
  people: readonly Named[];
}

const tools = [...toolsOf(domains).values(), ...intents];

const inputs = new Map(tools.map(({ name, input }) => [name, input]));
const complete = ({ tool, args }: Call): Call => ({
  tool,
  args: (inputs.get(tool)?.safeParse(args).data ?? args) as object,
});

/** What a model does about a request. */
async function made(endpoint: Endpoint, request: string, { context, people }: Asked): Promise<Call[]> {
  const calls: Call[] = [];
  const modelTools = tools.map(
    ({ name, description, input }): ModelTool => ({
      name,
      description,
      input,
      async call(args) {
        calls.push({ tool: name, args: args as object });
        if (name !== 'get_contacts') return { noted: 'This is a rehearsal: take it as answered, and end.' };
        const search = String((args as { search?: string }).search ?? '').toLowerCase();
        const data = people.filter((one) => `${one.name} ${one.mobile}`.toLowerCase().includes(search));
        return { data: data.map((one) => ({ name: one.name, number: one.mobile })), total: data.length };
      },
    }),
  );
  const zone = context.now.timeZoneId;
  await converse(endpoint, {
    instructions: `${INSTRUCTIONS}\nIt is ${context.now.toPlainDateTime().toString()} (${zone}), ${context.now.toLocaleString('en-GB', { weekday: 'long' })}.`,
    messages: [{ role: 'user', content: request }],
    tools: modelTools,
    mostSteps: MOST_STEPS,
    signal: AbortSignal.timeout(TURN_MS),
    onText: () => undefined,
  });
  return calls;
}

const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = process.env;
if (!baseUrl || !model) {
  console.error('Set AI_BASE_URL and AI_MODEL (and AI_API_KEY where one is asked for).');
  process.exit(1);
}
const endpoint: Endpoint = { baseUrl, model, apiKey: apiKey ?? null };
const most = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const measures: Record<string, number> = {};
let wronglyDone = 0;
const suites: [name: string, suite: Asked][] = [
  ['exactlyRight', { cases: requests, context: suiteContext, people: suitePeople }],
  ['exactlyRightUnseen', { cases: unseen, context: suiteContext, people: suitePeople }],
  [
    'exactlyRightAnotherHand',
    { cases: requestsOfAnotherHand, context: contextOfAnotherHand, people: peopleOfAnotherHand },
  ],
  ['declined', { cases: unsupported.map((one): Case => [one, 'decline']), context: suiteContext, people: suitePeople }],
];
for (const [name, suite] of suites) {
  const cases = suite.cases.slice(0, most);
  let right = 0;
  for (const one of cases) {
    const calls = await made(endpoint, one[0], suite).catch((error: Error) => {
      console.error(`${one[0]}: ${error.message}`);
      return null;
    });
    if (calls && judged(calls, one, suite.context.now.timeZoneId, complete)) right += 1;
    else {
      console.log(`${one[0]}\n  ${JSON.stringify(calls)}`);
      if (calls && isAct({ calls, answers: 'list' })) wronglyDone += 1;
    }
  }
  measures[name] = Math.round((right / cases.length) * 1_000) / 1_000;
}
tellMeasures('agent-model', { ...measures, wronglyDone });

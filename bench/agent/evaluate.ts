// `npm run eval:agent`: the planner's requests, asked of a language model: AI_BASE_URL and AI_MODEL, AI_API_KEY where
// one is asked for; AI_TURN_SECONDS (60) for slow ones. `-- 20` asks the first 20 of each suite. Ends with 1 when the
// endpoint cannot be evaluated, and says why.
import { domains } from '../../apps/server/src/app.ts';
import { toolsOf } from '../../apps/server/src/platform/domain.ts';
import { describeMiss, evaluateModel } from '../../apps/server/test/planner-suites/evaluate-model.ts';
import { reportMeasurements } from '../measurement.ts';

const AGAIN_MS = 5_000;

const {
  AI_BASE_URL: baseUrl,
  AI_MODEL: model,
  AI_API_KEY: apiKey = null,
  AI_TURN_SECONDS: seconds = '60',
} = process.env;
if (!baseUrl || !model) {
  console.error('Set AI_BASE_URL and AI_MODEL (and AI_API_KEY where one is asked for).');
  process.exit(1);
}
try {
  const measures = await evaluateModel(
    { baseUrl, model, apiKey },
    {
      tools: [...toolsOf(domains).values()],
      most: Number(process.argv[2] ?? Number.POSITIVE_INFINITY),
      turnMs: Number(seconds) * 1_000,
      againMs: AGAIN_MS,
      tell: console.log,
    },
  );
  reportMeasurements('agent-model', measures);
} catch (error) {
  console.error(`${baseUrl} cannot be evaluated: ${describeMiss(error)}`);
  process.exitCode = 1;
}

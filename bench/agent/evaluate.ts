// `npm run eval:agent`: evaluates a language model on the planner's requests: AI_BASE_URL and AI_MODEL, AI_API_KEY if
// required; AI_TURN_SECONDS (60) for slow models. `-- 20` uses the first 20 requests of each suite. Exits with 1 and a
// reason if the endpoint cannot be evaluated.
import { domains } from '../../apps/server/src/app.ts';
import { toolsOf } from '../../apps/server/src/platform/domain.ts';
import { describeMiss, evaluateModel } from '../../apps/server/test/planner-suites/evaluate-model.ts';
import { reportMeasurements } from '../measurement.ts';

const RETRY_MS = 5_000;

const {
  AI_BASE_URL: baseUrl,
  AI_MODEL: model,
  AI_API_KEY: apiKey = null,
  AI_TURN_SECONDS: seconds = '60',
} = process.env;
if (!baseUrl || !model) {
  console.error('Set AI_BASE_URL and AI_MODEL (and AI_API_KEY if required).');
  process.exit(1);
}
try {
  const measures = await evaluateModel(
    { baseUrl, model, apiKey },
    {
      tools: [...toolsOf(domains).values()],
      most: Number(process.argv[2] ?? Number.POSITIVE_INFINITY),
      turnMs: Number(seconds) * 1_000,
      againMs: RETRY_MS,
      tell: console.log,
    },
  );
  reportMeasurements('agent-model', measures);
} catch (error) {
  console.error(`${baseUrl} cannot be evaluated: ${describeMiss(error)}`);
  process.exitCode = 1;
}

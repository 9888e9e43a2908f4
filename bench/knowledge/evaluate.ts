// `npm run eval:knowledge`: the questions that the search is judged by, through the product's own indexing and search.
// First the held-out documents, by words alone, with what a bot would have said where it was not right; then, where an
// embedding model is set (AI_BASE_URL, AI_API_KEY, AI_EMBEDDING_MODEL), single texts with it. Ends with 1 when fewer
// than 85% of the questions in other words find their text. `-- 20` takes the first 20 texts of each language; `-- en
// es` those of English and Spanish alone, for a model that knows no other.

import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { evaluateKnowledge } from '../../apps/server/test/knowledge-questions/evaluation.ts';
import { HELD_OUT_SETS, judgeHeldOut } from '../../apps/server/test/knowledge-questions/held-out.ts';
import { LANGUAGES } from '../../apps/server/test/knowledge-questions/questions.ts';
import { startDatabaseServer } from '../dispatch/server-under-test.ts';
import { reportMeasurements } from '../measurement.ts';

const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: embeddingModel, AI_API_KEY: apiKey } = process.env;
const asked = process.argv.slice(2);
const most = Number(asked.find((one) => /^\d+$/.test(one)) ?? Number.POSITIVE_INFINITY);
const chosen = LANGUAGES.filter((language) => asked.includes(language));
const languages = chosen.length > 0 ? chosen : LANGUAGES;
const databases = await startDatabaseServer();
try {
  const database = await databases.createDatabase('knowledge', 2);
  for (const set of HELD_OUT_SETS) {
    const { missed, ...measures } = await judgeHeldOut(database.db, set);
    for (const one of missed) console.info(one);
    reportMeasurements(`knowledge-${set}`, measures);
  }
  if (baseUrl && embeddingModel) await judgeModel(database, baseUrl, embeddingModel);
  else console.info('AI_BASE_URL and AI_EMBEDDING_MODEL are not set: no embedding model is judged.');
  await database.close();
} finally {
  await databases.stop();
}

async function judgeModel(database: Database, baseUrl: string, embeddingModel: string): Promise<void> {
  const endpoint = { baseUrl, apiKey: apiKey ?? null, model: embeddingModel, embeddingModel };
  const { measures, isGoodEnough } = await evaluateKnowledge(database, endpoint, most, languages);
  reportMeasurements('knowledge-model', measures);
  if (!isGoodEnough) {
    console.error('Fewer than 85% of the questions in other words found their text.');
    process.exitCode = 1;
  }
}

// `npm run eval:knowledge`: evaluates the search on the test questions, with the product's own indexing and search.
// First the held-out documents by keywords only, printing what a bot would have answered where it was wrong; then, if
// an embedding model is set (AI_BASE_URL, AI_API_KEY, AI_EMBEDDING_MODEL), single texts with it. Exits with 1 if fewer
// than 85% of the rephrased questions find their text. `-- 20` uses the first 20 texts of each language; `-- en es`
// only English and Spanish, for a model that supports no other.

import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { evaluateKnowledge } from '../../apps/server/test/knowledge-questions/evaluation.ts';
import { HELD_OUT_SETS, judgeHeldOut } from '../../apps/server/test/knowledge-questions/held-out.ts';
import { LANGUAGES } from '../../apps/server/test/knowledge-questions/questions.ts';
import { startDatabaseServer } from '../dispatch/server-under-test.ts';
import { reportMeasurements } from '../measurement.ts';

const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: embeddingModel, AI_API_KEY: apiKey } = process.env;
const args = process.argv.slice(2);
const limit = Number(args.find((word) => /^\d+$/.test(word)) ?? Number.POSITIVE_INFINITY);
const selected = LANGUAGES.filter((language) => args.includes(language));
const languages = selected.length > 0 ? selected : LANGUAGES;
const databases = await startDatabaseServer();
try {
  const database = await databases.createDatabase('knowledge', 2);
  for (const set of HELD_OUT_SETS) {
    const { missed, ...measures } = await judgeHeldOut(database.db, set);
    for (const question of missed) console.info(question);
    reportMeasurements(`knowledge-${set}`, measures);
  }
  if (baseUrl && embeddingModel) await judgeModel(database, baseUrl, embeddingModel);
  else console.info('AI_BASE_URL and AI_EMBEDDING_MODEL are not set: no embedding model is evaluated.');
  await database.close();
} finally {
  await databases.stop();
}

async function judgeModel(database: Database, baseUrl: string, embeddingModel: string): Promise<void> {
  const endpoint = { baseUrl, apiKey: apiKey ?? null, model: embeddingModel, embeddingModel };
  const { measures, isGoodEnough } = await evaluateKnowledge(database, endpoint, limit, languages);
  reportMeasurements('knowledge-model', measures);
  if (!isGoodEnough) {
    console.error('Fewer than 85% of the rephrased questions found their text.');
    process.exitCode = 1;
  }
}

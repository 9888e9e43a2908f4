// `npm run eval:knowledge`: the questions that the search is judged by, with an embedding model (AI_BASE_URL, AI_API_KEY, AI_EMBEDDING_MODEL), through the product's own
// indexing and search. Ends with 1 when fewer than 85% of the questions in other words find their text. `-- 20` takes the first 20 texts of each language;
// `-- en es` those of English and Spanish alone, for a model that knows no other.
import { evaluateKnowledge } from '../../apps/server/test/knowledge-questions/evaluation.ts';
import { LANGUAGES } from '../../apps/server/test/knowledge-questions/questions.ts';
import { startDatabaseServer } from '../dispatch/server-under-test.ts';
import { tellMeasures } from '../measurement.ts';

const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: embeddingModel, AI_API_KEY: apiKey } = process.env;
if (!baseUrl || !embeddingModel) {
  console.error('Set AI_BASE_URL and AI_EMBEDDING_MODEL (and AI_API_KEY where one is asked for).');
  process.exit(1);
}
const asked = process.argv.slice(2);
const most = Number(asked.find((one) => /^\d+$/.test(one)) ?? Number.POSITIVE_INFINITY);
const chosen = LANGUAGES.filter((language) => asked.includes(language));
const languages = chosen.length > 0 ? chosen : LANGUAGES;
const databases = await startDatabaseServer();
try {
  const database = await databases.createDatabase('knowledge', 2);
  const endpoint = { baseUrl, apiKey: apiKey ?? null, model: embeddingModel, embeddingModel };
  const { measures, isGoodEnough } = await evaluateKnowledge(database, endpoint, most, languages);
  tellMeasures('knowledge-model', measures);
  await database.close();
  if (!isGoodEnough) {
    console.error('Fewer than 85% of the questions in other words found their text.');
    process.exitCode = 1;
  }
} finally {
  await databases.stop();
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { meaningVectors } from '../meaning-vectors.ts';
import { type ModelServer, startModelServer } from '../model-server.ts';
import { createTestDatabase } from '../test-database.ts';
import { evaluateKnowledge } from './evaluation.ts';
import { LANGUAGES, readQuestions } from './questions.ts';

/** Texts per language: enough to test the evaluation. */
const MOST = 4;

let model: ModelServer;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  model = await startModelServer();
  ({ database, drop } = await createTestDatabase(2));
});
afterAll(async () => {
  await drop();
  await model.close();
});
const endpoint = (embeddingModel: string) => ({ baseUrl: model.baseUrl, apiKey: null, model: 'm', embeddingModel });

test('a model that knows synonyms is good enough', async () => {
  const texts = LANGUAGES.flatMap((language) => readQuestions(language).passages);
  model.embed(meaningVectors(texts.map(({ text, paraphrase }) => (paraphrase ? [text, paraphrase] : [text]))));
  const { measures, isGoodEnough } = await evaluateKnowledge(database, endpoint('knows'), MOST);
  expect(isGoodEnough).toBe(true);
  expect(measures.paraphrasesAnswered).toBe(1);
  expect(measures.recallAt3).toBeGreaterThanOrEqual(0.85);
  expect(measures.refused).toBeGreaterThanOrEqual(0.9);
});

test('a model that knows nothing is not, and rejects no fewer questions', async () => {
  model.embed(meaningVectors([]));
  const { measures, isGoodEnough } = await evaluateKnowledge(database, endpoint('knows nothing'), MOST);
  expect(isGoodEnough).toBe(false);
  expect(measures.refused).toBeGreaterThanOrEqual(0.9);
});

test('a model that does not respond is an error without figures', async () => {
  model.embed(null);
  await expect(evaluateKnowledge(database, endpoint('away'), 1)).rejects.toThrow('does not answer');
});

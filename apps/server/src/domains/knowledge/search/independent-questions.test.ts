import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIndependentQuestions } from '../../../../test/knowledge-questions/independent-questions.ts';
import { makeJudgedBase } from '../../../../test/knowledge-questions/judged-base.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { searchKnowledge } from './search-knowledge.ts';

// Texts as long as a real business's, with questions as customers write them, by someone who had never seen the search.

const texts = readIndependentQuestions();
const questions = texts.flatMap((text) => text.questions.map((asked) => ({ ...asked, language: text.language })));
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

let database: Database;
let drop: () => Promise<void>;
let base: { workspaceId: string; baseId: string };
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(4));
  base = await makeJudgedBase(
    database.db,
    texts.map(({ text }) => text),
  );
});
afterAll(() => drop());

const ask = (question: string) =>
  searchKnowledge(database.db, base.workspaceId, { knowledgeBaseIds: [base.baseId], question, limit: 3 });

/**
 * For these questions: how many have their answer among the first three passages, and how many of those a bot would
 * answer.
 */
async function evaluate(kind: 'shared' | 'paraphrase') {
  const found: string[] = [];
  const answered: string[] = [];
  const missed: string[] = [];
  for (const { question, expected } of questions.filter((question) => question.kind === kind)) {
    const { passages, isKnown } = await ask(question);
    const isFound = passages.some(({ text }) => oneLine(text).includes(oneLine(expected ?? '')));
    if (!isFound) missed.push(question);
    else found.push(question);
    if (isFound && isKnown) answered.push(question);
  }
  const of = found.length + missed.length;
  return {
    told: `found ${found.length} of ${of}, answered ${answered.length}`,
    found: found.length / of,
    answered,
    missed,
  };
}

test('questions in the words of the texts, as customers write them', async () => {
  const { told, found, missed } = await evaluate('shared');
  console.info(`another hand, words of the texts: ${told}`, missed);
  expect(found).toBeGreaterThanOrEqual(0.85);
});

test('prints the results of questions in other words', async () => {
  const { told } = await evaluate('paraphrase');
  console.info(`another hand, other words: ${told}`);
  expect(questions.filter(({ kind }) => kind === 'paraphrase')).toHaveLength(15);
});

test('mostly rejects questions without an answer', async () => {
  const unanswerable = questions.filter(({ kind }) => kind === 'unanswerable');
  const answered: string[] = [];
  for (const { question } of unanswerable) if ((await ask(question)).isKnown) answered.push(question);
  console.info(`another hand: refused ${unanswerable.length - answered.length} of ${unanswerable.length}`, answered);
  expect(answered.length).toBeLessThanOrEqual(unanswerable.length * 0.2);
});

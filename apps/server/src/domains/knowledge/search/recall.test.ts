import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeJudgedBase } from '../../../../test/knowledge-questions/judged-base.ts';
import { LANGUAGES, readQuestions } from '../../../../test/knowledge-questions/questions.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { searchKnowledge } from './search-knowledge.ts';

// The questions were committed before the search was written (apps/server/test/knowledge-questions). All texts are in
// one base, whatever their language.

const sets = LANGUAGES.map((language) => ({ ...readQuestions(language), language }));
const passages = sets.flatMap((set) => set.passages.map((passage) => ({ ...passage, language: set.language })));

let database: Database;
let drop: () => Promise<void>;
let workspaceId: string;
let baseId: string;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(4));
  ({ workspaceId, baseId } = await makeJudgedBase(
    database.db,
    passages.map(({ text }) => text),
  ));
});
afterAll(() => drop());

const ask = (question: string) =>
  searchKnowledge(database.db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });

interface RecallQuestion {
  language: string;
  question: string;
  text: string;
}
const shareOf = (count: number, of: number) => Math.round((count / of) * 1_000) / 10;

/**
 * The percentage of questions whose answering text is among the first three passages, and of those that would be
 * answered.
 */
async function recallOf(recallQuestions: readonly RecallQuestion[]) {
  let found = 0;
  let answered = 0;
  const missed: string[] = [];
  for (const { question, text } of recallQuestions) {
    const { passages: first, isKnown } = await ask(question);
    const isFound = first.some((passage) => passage.text === text);
    if (isFound) found += 1;
    else missed.push(question);
    if (isFound && isKnown) answered += 1;
  }
  return { found: shareOf(found, recallQuestions.length), answered: shareOf(answered, recallQuestions.length), missed };
}

/** Baseline: PostgreSQL's plain search, without languages. */
async function plainRecallOf(recallQuestions: readonly RecallQuestion[]): Promise<number> {
  let found = 0;
  for (const { question, text } of recallQuestions) {
    const { rows } = await database.db.execute<{ text: string }>(sql`
      select text from knowledge_passages, websearch_to_tsquery('simple', ${question}) query
      where to_tsvector('simple', text) @@ query order by ts_rank(to_tsvector('simple', text), query) desc limit 3`);
    if (rows.some((row) => row.text === text)) found += 1;
  }
  return shareOf(found, recallQuestions.length);
}

describe('recall for questions written before the search', () => {
  test('questions in the words of the texts: at least 85%, and 10 points above the plain search', async () => {
    const plain = await plainRecallOf(passages);
    const { found, answered, missed } = await recallOf(passages);
    console.info(`recall@3 ${found}%, answered ${answered}%, websearch_to_tsquery simple ${plain}%`, missed);
    for (const { language } of sets) {
      const part = await recallOf(passages.filter((passage) => passage.language === language));
      console.info(`  ${language}: recall@3 ${part.found}%, answered ${part.answered}%`);
      expect(part.found, language).toBeGreaterThanOrEqual(85);
    }
    expect(found).toBeGreaterThanOrEqual(85);
    expect(found).toBeGreaterThanOrEqual(plain + 10);
    expect(answered).toBeGreaterThanOrEqual(85);
  });

  test('prints the results of questions in other words, as only a model knows that two words mean the same', async () => {
    const paraphrases = passages.flatMap(({ paraphrase, ...passage }) =>
      paraphrase ? [{ ...passage, question: paraphrase }] : [],
    );
    const { found, answered } = await recallOf(paraphrases);
    console.info(`paraphrases: recall@3 ${found}%, answered ${answered}%`);
    expect(paraphrases.length).toBeGreaterThanOrEqual(60);
  });

  test('questions without an answer: at least 90% are rejected', async () => {
    const asked = sets.flatMap(({ unanswerable }) => unanswerable);
    const answered: string[] = [];
    for (const question of asked) if ((await ask(question)).isKnown) answered.push(question);
    console.info(`refused ${shareOf(asked.length - answered.length, asked.length)}%`, answered);
    expect(answered.length).toBeLessThanOrEqual(asked.length * 0.1);
  });
});

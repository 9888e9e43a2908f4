import { makeDueVectors } from '../../src/domains/knowledge/embeddings/vector-work.ts';
import { askKnowledge } from '../../src/domains/knowledge/index.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { type Endpoint, registerEndpointSource } from '../../src/platform/models/endpoint.ts';
import { makeJudgedBase } from './judged-base.ts';
import { LANGUAGES, type Language, readQuestions } from './questions.ts';

/** Minimum share of paraphrased questions found with an embedding model. */
const MIN_PARAPHRASES = 0.85;

interface Evaluation {
  /** Shares, from 0 to 1: the answering text is among the first three; a question without an answer is rejected. */
  measures: { recallAt3: number; paraphrasesAt3: number; paraphrasesAnswered: number; refused: number };
  isGoodEnough: boolean;
}

/**
 * Evaluates an embedding model on the search's questions, with the product's own indexing and search.
 * @param most texts per language
 * @param languages those the model should know; all are in one base
 * @throws Error if the model does not respond
 */
export async function evaluateKnowledge(
  database: Database,
  endpoint: Endpoint,
  most = Number.POSITIVE_INFINITY,
  languages: readonly Language[] = LANGUAGES,
): Promise<Evaluation> {
  const sets = languages.map(readQuestions);
  const passages = sets.flatMap((set) => set.passages.slice(0, most));
  const unanswerable = sets.flatMap((set) => set.unanswerable.slice(0, most));
  const config = readConfig({});
  registerEndpointSource({ database }, async () => ({ endpoint, sendsChats: true }));
  const { workspaceId, baseId } = await makeJudgedBase(
    database.db,
    passages.map(({ text }) => text),
  );
  const parts = { database, config, log: createLog('silent'), events: { dispatch() {}, flush() {} } };
  while (await makeDueVectors(parts, new AbortController().signal));

  const ask = async (question: string) => {
    const found = await askKnowledge(parts, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });
    if (found.meaning !== 'used') throw new Error('The embedding model does not answer.');
    return found;
  };
  const judge = async (questions: readonly { question: string; text: string }[]) => {
    let [found, answered] = [0, 0];
    for (const { question, text } of questions) {
      const { passages: first, isKnown } = await ask(question);
      if (!first.some((passage) => passage.text === text)) continue;
      found += 1;
      if (isKnown) answered += 1;
    }
    return { found: shareOf(found, questions.length), answered: shareOf(answered, questions.length) };
  };
  const worded = await judge(passages);
  const paraphrased = await judge(
    passages.flatMap(({ text, paraphrase }) => (paraphrase ? [{ text, question: paraphrase }] : [])),
  );
  let refused = 0;
  for (const question of unanswerable) if (!(await ask(question)).isKnown) refused += 1;
  return {
    measures: {
      recallAt3: worded.found,
      paraphrasesAt3: paraphrased.found,
      paraphrasesAnswered: paraphrased.answered,
      refused: shareOf(refused, unanswerable.length),
    },
    isGoodEnough: paraphrased.found >= MIN_PARAPHRASES,
  };
}

const shareOf = (count: number, of: number) => Math.round((count / of) * 1_000) / 1_000;

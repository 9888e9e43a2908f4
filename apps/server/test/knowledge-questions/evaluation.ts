import { askKnowledge } from '../../src/domains/knowledge/index.ts';
import { makeDueVectors } from '../../src/domains/knowledge/meaning/vector-work.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { type Endpoint, registerEndpointSource } from '../../src/platform/models/endpoint.ts';
import { makeJudgedBase } from './judged-base.ts';
import { LANGUAGES, type Language, readQuestions } from './questions.ts';

/** Of the questions in other words, so many are to be found with an embedding model. */
const MIN_PARAPHRASES = 0.85;

interface Evaluation {
  /** Shares, from 0 to 1: the text that answers is among the first three; what nothing answers is refused. */
  measures: { recallAt3: number; paraphrasesAt3: number; paraphrasesAnswered: number; refused: number };
  isGoodEnough: boolean;
}

/**
 * What an embedding model makes of the questions that the search is judged by, through the product's own indexing and
 * search.
 * @param most texts of each language
 * @param languages that the model is to know; all of them stand in one base
 * @throws Error when the model does not answer
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
  const judge = async (asked: readonly { question: string; text: string }[]) => {
    let [found, answered] = [0, 0];
    for (const { question, text } of asked) {
      const { passages: first, isKnown } = await ask(question);
      if (!first.some((passage) => passage.text === text)) continue;
      found += 1;
      if (isKnown) answered += 1;
    }
    return { found: shareOf(found, asked.length), answered: shareOf(answered, asked.length) };
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

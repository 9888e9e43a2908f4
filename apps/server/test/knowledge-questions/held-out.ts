import { readdirSync, readFileSync } from 'node:fs';
import { knowledgeDocuments } from '../../src/domains/knowledge/knowledge.schema.ts';
import { languageOfBase, replacePassages } from '../../src/domains/knowledge/passages/store-passages.ts';
import { kindOfFile } from '../../src/domains/knowledge/reading/document-kind.ts';
import { readContent } from '../../src/domains/knowledge/reading/read-content.ts';
import { searchKnowledge } from '../../src/domains/knowledge/search/search-knowledge.ts';
import { newId } from '../../src/platform/database/columns.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { makeJudgedBase } from './judged-base.ts';

/**
 * Business documents with customers' questions. The studio’s were written before the search was built for them, the
 * rental’s afterwards.
 */
export const HELD_OUT_SETS = ['studio', 'rental'] as const;
type HeldOutSet = (typeof HELD_OUT_SETS)[number];

interface HeldOutQuestions {
  answerable: {
    question: string;
    /** A right answer contains all of these. */
    expected: string[];
    /** Also contained in the right row or sentence: a price alone could belong to something else. */
    of?: string;
  }[];
  unanswerable: string[];
}

interface HeldOutScore {
  /**
   * Of the answerable questions: the answer's passage is among the first three; the bot's answer is right; it is wrong.
   */
  top3: number;
  right: number;
  wrong: number;
  /** Of the unanswerable questions: the bot says that it doesn't know. */
  refused: number;
  /** Length of the bot's answers, on average and at most. */
  meanLetters: number;
  mostLetters: number;
  /** For a person to read: each question with another outcome, and the answer. */
  missed: string[];
}

/** Judges the answers of a bot without an embedding model to a set's questions. */
export async function judgeHeldOut(db: Db, set: HeldOutSet): Promise<HeldOutScore> {
  const { answerable, unanswerable }: HeldOutQuestions = JSON.parse(readFileSync(at(set, 'questions.json'), 'utf8'));
  const { workspaceId, baseId } = await makeJudgedBase(db, []);
  for (const name of readdirSync(at(set)).sort()) {
    const kind = kindOfFile(name);
    if (kind) await addDocument(db, { workspaceId, baseId, name }, { kind, bytes: readFileSync(at(set, name)) });
  }
  const score = { top3: 0, right: 0, wrong: 0, refused: 0 };
  const lengths: number[] = [];
  const missed: string[] = [];
  const ask = async (question: string) => {
    const found = await searchKnowledge(db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });
    const best = found.passages[0];
    if (found.isKnown && best) lengths.push(best.answer.length);
    const summary = `${question} → ${found.isKnown ? 'said' : 'refused'} (${best?.score.toFixed(2)}): ${best?.answer}`;
    return { ...found, said: found.isKnown ? (best?.answer ?? '') : null, told: summary };
  };
  for (const { question, expected, of = '' } of answerable) {
    const holds = (text: string) => [...expected, of].every((part) => text.includes(part));
    const { passages, said, told } = await ask(question);
    const isTop3 = passages.some(({ text }) => holds(text));
    if (isTop3) score.top3 += 1;
    if (said !== null && holds(said)) score.right += 1;
    else missed.push(`${isTop3 ? 'top 3' : 'not found'}: ${told}`);
    if (said !== null && !holds(said)) score.wrong += 1;
  }
  for (const question of unanswerable) {
    const { said, told } = await ask(question);
    if (said === null) score.refused += 1;
    else missed.push(`unanswerable: ${told}`);
  }
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  return {
    ...score,
    meanLetters: Math.round(letters / Math.max(lengths.length, 1)),
    mostLetters: Math.max(0, ...lengths),
    missed,
  };
}

const at = (set: HeldOutSet, name = '') => new URL(`held-out/${set}/${name}`, import.meta.url);

async function addDocument(
  db: Db,
  { workspaceId, baseId, name }: { workspaceId: string; baseId: string; name: string },
  content: Pick<Parameters<typeof readContent>[0], 'kind' | 'bytes'>,
): Promise<void> {
  const documentId = newId();
  await db.insert(knowledgeDocuments).values({
    id: documentId,
    workspaceId,
    knowledgeBaseId: baseId,
    title: name,
    url: `https://example.test/${name}`,
    state: 'ready',
    readingId: newId(),
  });
  const baseLanguage = await languageOfBase(db, baseId, documentId);
  const read = await readContent({ charset: undefined, baseLanguage, ...content }, () => undefined);
  await replacePassages(db, { knowledgeBaseId: baseId, documentId }, read);
}

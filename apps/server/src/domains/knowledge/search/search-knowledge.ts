import type { FoundPassage, MeaningUse } from '@switchyard/contracts/knowledge/operations';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Meaning, meaningOfQuestion } from '../meaning/meaning-of-question.ts';
import { type FoundAnswer, findAnswers, type ReadPassage } from './find-answers.ts';
import { type MeaningRank, rankByMeaning } from './rank-by-meaning.ts';
import { rankByWords, type WordsRank } from './rank-by-words.ts';

export interface KnowledgeSearch {
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
}

export interface KnowledgeFound {
  /** The best first. */
  passages: FoundPassage[];
  /**
   * Whether the best of them is likely to answer the question. Where it is not, whoever asked should be told that
   * nothing is known.
   */
  isKnown: boolean;
}

/** So much of a question's weight is in a passage that answers it, or more. Measured in docs/decisions/251. */
const KNOWN_SCORE = 0.42;
/** Of those with most of a question's words, so many are looked into: where in them it is answered. */
const LOOKED_INTO = 12;
/** Of each of the two ways, so many are weighed against one another. */
const CANDIDATES = 50;
/** Of reciprocal rank fusion: how little the first places differ. */
const RANK_OFFSET = 60;

/**
 * Finds what answers a question, by its words, and by its meaning where there is an embedding model. Asks that model:
 * never within a transaction. What is not the workspace's is not found.
 */
export async function askKnowledge(
  deps: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
  search: KnowledgeSearch,
): Promise<KnowledgeFound & { meaning: MeaningUse }> {
  const { use, meaning } = await meaningOfQuestion(deps, workspaceId, search);
  return { ...(await searchKnowledge(deps.database.db, workspaceId, search, meaning)), meaning: use };
}

/** The same without asking a model. @param meaning of the question, where it is known */
export async function searchKnowledge(
  db: Db,
  workspaceId: string,
  { knowledgeBaseIds, question, limit }: KnowledgeSearch,
  meaning: Meaning | null = null,
): Promise<KnowledgeFound> {
  const bases = { workspaceId, knowledgeBaseIds };
  const meant = meaning ? await rankByMeaning(db, bases, { meaning, limit: CANDIDATES }) : [];
  const ranking = meaning
    ? { question, limit: CANDIDATES, also: meant.map(({ id }) => id) }
    : { question, limit, more: LOOKED_INTO };
  const { ranks, terms } = await rankByWords(db, bases, ranking);
  const looked = [ranks, fuse(ranks, meant)].flatMap((ranked) => ranked.slice(0, LOOKED_INTO).map(({ id }) => id));
  const texts = await readPassages(db, [...new Set(looked)]);
  const answers = await findAnswers(db, [...texts.values()], terms);
  const passages = fuse(byAnswers(ranks, answers), meant)
    .flatMap(({ id, score, isMeant }) => {
      const [passage, found] = [texts.get(id), answers.get(id)];
      if (!passage || !found) return [];
      const { language, isWrittenAnswer, ...shown } = passage;
      return [{ ...shown, answer: found.answer, score, isMeant }];
    })
    .slice(0, limit);
  return { passages, isKnown: passages[0] !== undefined && isAnswer(passages[0]) };
}

type Ranked = WordsRank & Pick<MeaningRank, 'isMeant'>;
const isAnswer = ({ score, isMeant }: Pick<Ranked, 'score' | 'isMeant'>) => isMeant || score >= KNOWN_SCORE;

/**
 * What was looked into by how much of the question is in the passage and in the answer itself, as words that are far
 * apart are hardly about one thing; then the rest.
 */
function byAnswers(ranks: readonly WordsRank[], answers: ReadonlyMap<string, FoundAnswer>): WordsRank[] {
  const looked = ranks.flatMap(({ id, score }) => {
    const found = answers.get(id);
    return found ? [{ id, score: (score + found.share) / 2 }] : [];
  });
  return [...looked.sort((one, other) => other.score - one.score), ...ranks.filter(({ id }) => !answers.has(id))];
}

/**
 * Both rankings as one, by reciprocal rank fusion; what answers by either comes before what does not, so that the first
 * decides whether anything is known.
 */
function fuse(worded: readonly WordsRank[], meant: readonly MeaningRank[]): Ranked[] {
  if (meant.length === 0) return worded.map((one) => ({ ...one, isMeant: false }));
  const placed = new Map<string, Ranked & { points: number }>();
  const place = (rank: number, one: Ranked) => {
    const before = placed.get(one.id) ?? { ...one, points: 0 };
    placed.set(one.id, {
      id: one.id,
      score: Math.max(before.score, one.score),
      isMeant: before.isMeant || one.isMeant,
      points: before.points + 1 / (RANK_OFFSET + rank),
    });
  };
  for (const [rank, one] of worded.entries()) place(rank, { ...one, isMeant: false });
  for (const [rank, one] of meant.entries()) place(rank, { ...one, score: 0 });
  return [...placed.values()].sort(
    (one, other) =>
      Number(isAnswer(other)) - Number(isAnswer(one)) || other.points - one.points || (one.id < other.id ? -1 : 1),
  );
}

async function readPassages(db: Db, ids: readonly string[]): Promise<Map<string, ReadPassage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<ReadPassage & Record<string, unknown>>(sql`
    select p.id, coalesce(p.document_id, p.entry_id) as "documentId", case when p.entry_id is null then 'document' else 'entry' end as source,
      coalesce(document.title, entry.title) as title, p.heading, p.page, p.text, p.language,
      coalesce(entry.kind = 'answer', false) as "isWrittenAnswer"
    from knowledge_passages p
      left join knowledge_documents document on document.id = p.document_id
      left join knowledge_entries entry on entry.id = p.entry_id
    where p.id = any (${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

import type { FoundPassage, MeaningUse } from '@switchyard/contracts/knowledge/operations';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Meaning, meaningOfQuestion } from '../embeddings/meaning-of-question.ts';
import { type FoundAnswer, findAnswers, type ReadPassage } from './find-answers.ts';
import { type MeaningRank, rankByMeaning } from './rank-by-meaning.ts';
import { rankByWords, type WordsRank } from './rank-by-words.ts';

export interface KnowledgeSearch {
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
}

export interface KnowledgeFound {
  /** Best first. */
  passages: FoundPassage[];
  /** Whether the best passage likely answers the question. If not, say that the answer is not known. */
  isKnown: boolean;
}

/** Minimum share of a question's weight in a passage that answers it. Measured in docs/decisions/251. */
const KNOWN_SCORE = 0.42;
/** Number of top-ranked passages that are searched for the answer's position. */
const MAX_INSPECTED = 12;
/** Candidates per ranking that are fused. */
const CANDIDATES = 50;
/** Constant of reciprocal rank fusion: the higher, the less the first ranks differ. */
const RANK_OFFSET = 60;

/**
 * Finds answers to a question by its words and, with an embedding model, by its meaning. Calls the model, so never use
 * it within a transaction. Bases of other workspaces are ignored.
 */
export async function askKnowledge(
  deps: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
  search: KnowledgeSearch,
): Promise<KnowledgeFound & { meaning: MeaningUse }> {
  const { use, meaning } = await meaningOfQuestion(deps, workspaceId, search);
  return { ...(await searchKnowledge(deps.database.db, workspaceId, search, meaning)), meaning: use };
}

/** The same without calling a model. @param meaning the question's embedding, if known */
export async function searchKnowledge(
  db: Db,
  workspaceId: string,
  { knowledgeBaseIds, question, limit }: KnowledgeSearch,
  meaning: Meaning | null = null,
): Promise<KnowledgeFound> {
  const bases = { workspaceId, knowledgeBaseIds };
  const byMeaning = meaning ? await rankByMeaning(db, bases, { meaning, limit: CANDIDATES }) : [];
  const ranking = meaning
    ? { question, limit: CANDIDATES, also: byMeaning.map(({ id }) => id) }
    : { question, limit, more: MAX_INSPECTED };
  const { ranks, terms } = await rankByWords(db, bases, ranking);
  const inspected = [ranks, fuseRanks(ranks, byMeaning)].flatMap((ranked) =>
    ranked.slice(0, MAX_INSPECTED).map(({ id }) => id),
  );
  const texts = await readPassages(db, [...new Set(inspected)]);
  const answers = await findAnswers(db, [...texts.values()], terms);
  const passages = fuseRanks(orderByAnswers(ranks, answers), byMeaning)
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
 * Orders the inspected passages by the question's weight in the passage and in the answer itself, since words far apart
 * rarely belong together; the rest follow.
 */
function orderByAnswers(ranks: readonly WordsRank[], answers: ReadonlyMap<string, FoundAnswer>): WordsRank[] {
  const inspected = ranks.flatMap(({ id, score }) => {
    const found = answers.get(id);
    return found ? [{ id, score: (score + found.share) / 2 }] : [];
  });
  return [...inspected.sort((a, b) => b.score - a.score), ...ranks.filter(({ id }) => !answers.has(id))];
}

/**
 * Combines both rankings by reciprocal rank fusion. Passages that answer by either come first, so that the first one
 * decides whether the answer is known.
 */
function fuseRanks(byWords: readonly WordsRank[], byMeaning: readonly MeaningRank[]): Ranked[] {
  if (byMeaning.length === 0) return byWords.map((rank) => ({ ...rank, isMeant: false }));
  const placed = new Map<string, Ranked & { points: number }>();
  const place = (rank: number, ranked: Ranked) => {
    const before = placed.get(ranked.id) ?? { ...ranked, points: 0 };
    placed.set(ranked.id, {
      id: ranked.id,
      score: Math.max(before.score, ranked.score),
      isMeant: before.isMeant || ranked.isMeant,
      points: before.points + 1 / (RANK_OFFSET + rank),
    });
  };
  for (const [rank, one] of byWords.entries()) place(rank, { ...one, isMeant: false });
  for (const [rank, one] of byMeaning.entries()) place(rank, { ...one, score: 0 });
  return [...placed.values()].sort(
    (a, b) => Number(isAnswer(b)) - Number(isAnswer(a)) || b.points - a.points || (a.id < b.id ? -1 : 1),
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

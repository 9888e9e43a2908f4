import { MAX_OPEN_QUESTIONS, MAX_QUESTION_LENGTH } from '@switchyard/contracts/knowledge/limits';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { changeKnowledgeRefusal } from './knowledge.policy.ts';
import { findBase } from './knowledge.queries.ts';
import { knowledgeQuestions } from './knowledge.schema.ts';
import { foldText, termsIn } from './passages/terms.ts';

/**
 * Records a question without an answer, so that a person can answer it for the next one who asks. A repetition in other
 * letter case counts as the same; of the others the latest {@link MAX_OPEN_QUESTIONS} per base are kept. Bots call it
 * in their own transaction.
 * @throws Refusal `NOT_FOUND` if the workspace has no such base
 */
export async function recordUnknownQuestion(
  tx: Db,
  workspaceId: string,
  { knowledgeBaseId, question }: { knowledgeBaseId: string; question: string },
): Promise<DomainEvent[]> {
  await findBase(tx, workspaceId, knowledgeBaseId);
  const words = question.trim().slice(0, MAX_QUESTION_LENGTH).replaceAll('\0', '').toWellFormed();
  const same = termsIn(foldText(words)).join(' ');
  if (same === '') return [];
  const [noted] = await tx
    .insert(knowledgeQuestions)
    .values({ workspaceId, knowledgeBaseId, question: words, folded: same })
    .onConflictDoUpdate({
      target: [knowledgeQuestions.knowledgeBaseId, knowledgeQuestions.folded],
      set: { times: sql`${knowledgeQuestions.times} + 1`, lastAskedAt: sql`now()` },
    })
    .returning({ times: knowledgeQuestions.times });
  if (noted?.times === 1) await removeOldest(tx, knowledgeBaseId);
  return [knowledgeChanged(workspaceId, knowledgeBaseId)];
}

/** Skips questions that are being asked concurrently instead of waiting; the next new question removes any excess. */
async function removeOldest(tx: Db, knowledgeBaseId: string): Promise<void> {
  const tooMany = tx
    .select({ id: knowledgeQuestions.id })
    .from(knowledgeQuestions)
    .where(eq(knowledgeQuestions.knowledgeBaseId, knowledgeBaseId))
    .orderBy(desc(knowledgeQuestions.lastAskedAt), desc(knowledgeQuestions.id))
    .offset(MAX_OPEN_QUESTIONS)
    .for('update', { skipLocked: true });
  await tx.delete(knowledgeQuestions).where(inArray(knowledgeQuestions.id, tooMany));
}

/** Dismisses a question without answering it. @throws Refusal `NOT_FOUND` */
export const dismissQuestion: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const isOurs = and(eq(knowledgeQuestions.workspaceId, actor.workspaceId), eq(knowledgeQuestions.id, id));
    const [gone] = await tx.delete(knowledgeQuestions).where(isOurs).returning();
    if (!gone) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'knowledge.dismiss', subject: id, details: { base: gone.knowledgeBaseId } });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, gone.knowledgeBaseId)] };
  });

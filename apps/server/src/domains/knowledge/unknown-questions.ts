import { MAX_QUESTION_LENGTH } from '@switchyard/contracts/knowledge-limits';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { mayChangeKnowledge } from './knowledge.policy.ts';
import { findBase } from './knowledge.queries.ts';
import { knowledgeQuestions } from './knowledge.schema.ts';
import { folded, wordsOf } from './passages/terms.ts';

/**
 * Notes a question of somebody who was told that nothing is known, so that a person can answer it for the next one. Asked again in other letters it is
 * the same. Bots call it in their own transaction.
 * @throws Refusal `NOT_FOUND`: the base is not the workspace's
 */
export async function noteUnknownQuestion(
  tx: Db,
  workspaceId: string,
  { knowledgeBaseId, question }: { knowledgeBaseId: string; question: string },
): Promise<DomainEvent[]> {
  await findBase(tx, workspaceId, knowledgeBaseId);
  const words = question.trim().slice(0, MAX_QUESTION_LENGTH).replaceAll('\0', '').toWellFormed();
  const same = wordsOf(folded(words)).join(' ');
  if (same === '') return [];
  await tx
    .insert(knowledgeQuestions)
    .values({ workspaceId, knowledgeBaseId, question: words, folded: same })
    .onConflictDoUpdate({
      target: [knowledgeQuestions.knowledgeBaseId, knowledgeQuestions.folded],
      set: { times: sql`${knowledgeQuestions.times} + 1`, lastAskedAt: sql`now()` },
    });
  return [knowledgeChanged(workspaceId, knowledgeBaseId)];
}

/** Leaves a question unanswered. @throws Refusal `NOT_FOUND` */
export const dismissQuestion: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(mayChangeKnowledge(actor));
    const ours = and(eq(knowledgeQuestions.workspaceId, actor.workspaceId), eq(knowledgeQuestions.id, id));
    const [gone] = await tx.delete(knowledgeQuestions).where(ours).returning();
    if (!gone) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'knowledge.dismiss', subject: id, details: { base: gone.knowledgeBaseId } });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, gone.knowledgeBaseId)] };
  });

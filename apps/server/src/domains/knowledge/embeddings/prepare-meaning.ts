import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { knowledgeChanged } from '../knowledge.events.ts';
import { changeKnowledgeRefusal } from '../knowledge.policy.ts';
import { findBase } from '../knowledge.queries.ts';
import { knowledgeBases } from '../knowledge.schema.ts';

const VECTORS_DUE = { vectorsDueAt: sql`date_trunc('milliseconds', clock_timestamp())`, vectorFault: null };

/** Schedules a base's missing vectors, to be made after the commit. */
export async function scheduleBaseVectors(tx: Db, knowledgeBaseId: string): Promise<void> {
  await tx.update(knowledgeBases).set(VECTORS_DUE).where(eq(knowledgeBases.id, knowledgeBaseId));
}

/** The same for all bases of a workspace, after its model or permissions changed. */
export async function scheduleVectors(tx: Db, workspaceId: string): Promise<void> {
  await tx.update(knowledgeBases).set(VECTORS_DUE).where(eq(knowledgeBases.workspaceId, workspaceId));
}

/** Retries the embedding model now. @throws Refusal `NOT_FOUND` */
export const prepareMeaning: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    await findBase(tx, actor.workspaceId, id);
    await scheduleBaseVectors(tx, id);
    await writeAudit(tx, actor, { action: 'knowledge.prepare', subject: id });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, id)] };
  });

import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { changeKnowledgeRefusal } from './knowledge.policy.ts';
import { type DocumentRow, findDocument } from './knowledge.queries.ts';
import { knowledgeDocuments } from './knowledge.schema.ts';
import { prepareReadings, requestReading } from './reading/reading-jobs.ts';

/**
 * Reads a document again. A reading still in progress is superseded and changes nothing.
 * @throws Refusal `NOT_FOUND`
 */
export const rereadDocument: Action<{ id: string }, DocumentRow, EdgeDeps> = async ({ db, jobs }, actor, { id }) => {
  authorize(changeKnowledgeRefusal(actor));
  await prepareReadings(jobs);
  return db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const document = await findDocument(tx, workspaceId, id);
    const readingId = newId();
    await tx
      .update(knowledgeDocuments)
      .set({ readingId, state: 'waiting', percent: 0, fault: null })
      .where(eq(knowledgeDocuments.id, id));
    await requestReading(jobs, tx, { documentId: id, readingId });
    await writeAudit(tx, actor, { action: 'knowledge.read', subject: id });
    const result = await findDocument(tx, workspaceId, id);
    return { result, events: [knowledgeChanged(workspaceId, document.knowledgeBaseId)] };
  });
};

/** @throws Refusal `NOT_FOUND` */
export const removeDocument: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const { knowledgeBaseId } = await findDocument(tx, actor.workspaceId, id);
    await tx.delete(knowledgeDocuments).where(eq(knowledgeDocuments.id, id));
    await writeAudit(tx, actor, { action: 'knowledge.forget', subject: id, details: { base: knowledgeBaseId } });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, knowledgeBaseId)] };
  });

import { MAX_ENTRIES } from '@switchyard/contracts/knowledge/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { changeKnowledgeRefusal } from './knowledge.policy.ts';
import { type EntryRow, findBase, findEntry } from './knowledge.queries.ts';
import { knowledgeEntries, knowledgeQuestions } from './knowledge.schema.ts';
import { preparePassages } from './passages/prepare-passages.ts';
import { languageOfBase, replacePassages } from './passages/store-passages.ts';

type EntryFields = Pick<EntryRow, 'kind' | 'title' | 'text'>;

/**
 * Adds a text, or an answer to a question; an answered unknown question leaves the list.
 * @throws Refusal `NOT_FOUND`, `INVALID`
 */
export const addEntry: Action<EntryFields & { id: string; questionId?: string | undefined }, EntryRow> = (
  { db },
  actor,
  { id, questionId, ...fields },
) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const { workspaceId } = actor;
    const base = await findBase(tx, workspaceId, id);
    if (base.entries >= MAX_ENTRIES) {
      throw invalid([faultAt('id', 'mostEntries', { maximum: MAX_ENTRIES })]);
    }
    if (questionId !== undefined) {
      const isQuestion = and(eq(knowledgeQuestions.id, questionId), eq(knowledgeQuestions.knowledgeBaseId, id));
      const { rowCount } = await tx.delete(knowledgeQuestions).where(isQuestion);
      if (rowCount === 0) throw new Refusal('NOT_FOUND');
    }
    const [entry] = await tx
      .insert(knowledgeEntries)
      .values({ ...fields, workspaceId, knowledgeBaseId: id })
      .returning();
    if (!entry) throw new Error('the entry was not stored');
    await replaceEntryPassages(tx, entry);
    await writeAudit(tx, actor, { action: 'knowledge.add', subject: entry.id, details: { base: id } });
    return { result: entry, events: [knowledgeChanged(workspaceId, id)] };
  });

/** Searches find the new text after the commit, and the old one until then. @throws Refusal `NOT_FOUND` */
export const changeEntry: Action<EntryFields & { id: string }, EntryRow> = ({ db, clock }, actor, { id, ...fields }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const earlier = await findEntry(tx, actor.workspaceId, id);
    const entry = { ...earlier, ...fields, updatedAt: clock.now() };
    await tx.update(knowledgeEntries).set(entry).where(eq(knowledgeEntries.id, id));
    await replaceEntryPassages(tx, entry);
    await writeAudit(tx, actor, { action: 'knowledge.change', subject: id, details: { base: entry.knowledgeBaseId } });
    return { result: entry, events: [knowledgeChanged(actor.workspaceId, entry.knowledgeBaseId)] };
  });

/** @throws Refusal `NOT_FOUND` */
export const removeEntry: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const { knowledgeBaseId } = await findEntry(tx, actor.workspaceId, id);
    await tx.delete(knowledgeEntries).where(eq(knowledgeEntries.id, id));
    await writeAudit(tx, actor, { action: 'knowledge.forget', subject: id, details: { base: knowledgeBaseId } });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, knowledgeBaseId)] };
  });

async function replaceEntryPassages(tx: Db, { id, knowledgeBaseId, title, text }: EntryRow): Promise<void> {
  const baseLanguage = await languageOfBase(tx, knowledgeBaseId, id);
  const prepared = await preparePassages([{ heading: null, page: null, text }], { title, baseLanguage });
  await replacePassages(tx, { knowledgeBaseId, entryId: id }, prepared);
}

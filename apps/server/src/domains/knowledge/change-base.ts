import { MAX_BASES } from '@switchyard/contracts/knowledge/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { changeKnowledgeRefusal } from './knowledge.policy.ts';
import { type BaseRow, findBase } from './knowledge.queries.ts';
import { knowledgeBases } from './knowledge.schema.ts';

/** @throws Refusal `INVALID` if the workspace has the maximum number of bases */
export const createBase: Action<{ name: string }, BaseRow> = ({ db }, actor, { name }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const { workspaceId } = actor;
    if ((await tx.$count(knowledgeBases, eq(knowledgeBases.workspaceId, workspaceId))) >= MAX_BASES) {
      throw invalid([faultAt('name', 'mostBases', { maximum: MAX_BASES })]);
    }
    const [made] = await tx.insert(knowledgeBases).values({ workspaceId, name }).returning({ id: knowledgeBases.id });
    const base = await findBase(tx, workspaceId, made?.id ?? '');
    await writeAudit(tx, actor, { action: 'knowledge.create', subject: base.id });
    return { result: base, events: [knowledgeChanged(workspaceId, base.id)] };
  });

/** @throws Refusal `NOT_FOUND` */
export const renameBase: Action<{ id: string; name: string }, BaseRow> = ({ db, clock }, actor, { id, name }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    await findBase(tx, actor.workspaceId, id);
    await tx.update(knowledgeBases).set({ name, updatedAt: clock.now() }).where(eq(knowledgeBases.id, id));
    await writeAudit(tx, actor, { action: 'knowledge.rename', subject: id });
    return { result: await findBase(tx, actor.workspaceId, id), events: [knowledgeChanged(actor.workspaceId, id)] };
  });

/** Deletes a base with its contents. @throws Refusal `NOT_FOUND` */
export const removeBase: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeKnowledgeRefusal(actor));
    const { documents, entries } = await findBase(tx, actor.workspaceId, id);
    await tx.delete(knowledgeBases).where(eq(knowledgeBases.id, id));
    await writeAudit(tx, actor, { action: 'knowledge.remove', subject: id, details: { documents, entries } });
    return { result: {}, events: [knowledgeChanged(actor.workspaceId, id)] };
  });

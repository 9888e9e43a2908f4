import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { changeOwnedRefusal, workRefusal } from './inbox.policy.ts';
import { quickReplies } from './inbox.schema.ts';

type Row = typeof quickReplies.$inferSelect;
type Fields = Pick<Row, 'title' | 'text' | 'isShared'>;

/** Locks a quick reply that the actor may change. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
async function lockQuickReply(tx: Db, actor: Actor, id: string): Promise<void> {
  authorize(workRefusal(actor));
  const [row] = await tx
    .select()
    .from(quickReplies)
    .where(and(eq(quickReplies.id, id), eq(quickReplies.workspaceId, actor.workspaceId)))
    .for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  authorize(changeOwnedRefusal(actor, row));
}

const requireRow = ([row]: Row[]): Row => {
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
};

export const addQuickReply: Action<Fields, Row> = ({ db }, actor, { title, text, isShared }) =>
  db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    const { workspaceId, userId: ownerId } = actor;
    const row = requireRow(
      await tx.insert(quickReplies).values({ workspaceId, ownerId, title, text, isShared }).returning(),
    );
    await writeAudit(tx, actor, { action: 'quick-reply.add', subject: row.id });
    return { result: row, events: [] };
  });

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const changeQuickReply: Action<Fields & { id: string }, Row> = ({ db }, actor, { id, title, text, isShared }) =>
  db.transaction(async (tx) => {
    await lockQuickReply(tx, actor, id);
    const row = requireRow(
      await tx.update(quickReplies).set({ title, text, isShared }).where(eq(quickReplies.id, id)).returning(),
    );
    await writeAudit(tx, actor, { action: 'quick-reply.change', subject: id });
    return { result: row, events: [] };
  });

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const removeQuickReply: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    await lockQuickReply(tx, actor, id);
    await tx.delete(quickReplies).where(eq(quickReplies.id, id));
    await writeAudit(tx, actor, { action: 'quick-reply.remove', subject: id });
    return { result: {}, events: [] };
  });

import { MAX_MACROS, type Macro } from '@switchyard/contracts/inbox/macros';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, or } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { viewerId } from '../messages/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { changeOwnedRefusal, workRefusal } from './inbox.policy.ts';
import { inboxMacros, inboxTeams, quickReplies } from './inbox.schema.ts';

type Row = typeof inboxMacros.$inferSelect;
type Fields = Pick<Row, 'name' | 'actions' | 'isShared'>;

export const presentMacro = ({ id, name, actions, isShared, ownerId }: Row, actor: Actor): Macro => ({
  _id: id,
  name,
  actions,
  isShared,
  isMine: ownerId === viewerId(actor),
});

/** Shared macros and a person's own, by name. */
export async function listMacros(db: Db, actor: Actor, { limit, skip }: { limit: number; skip: number }) {
  const isVisible = and(
    eq(inboxMacros.workspaceId, actor.workspaceId),
    or(inboxMacros.isShared, eq(inboxMacros.ownerId, viewerId(actor))),
  );
  const { rows, total } = await pageOf(db, inboxMacros, isVisible, { limit, skip }, inboxMacros.name, inboxMacros.id);
  return { data: rows.map((row) => presentMacro(row, actor)), total };
}

/** @returns undefined if the actor may not use the quick reply */
export async function findQuickReply(db: Db, { workspaceId, userId }: Actor, id: string) {
  const isTheirs = or(quickReplies.isShared, eq(quickReplies.ownerId, userId));
  const [row] = await db
    .select()
    .from(quickReplies)
    .where(and(eq(quickReplies.id, id), eq(quickReplies.workspaceId, workspaceId), isTheirs));
  return row;
}

/** Checks that the workspace has these people, teams and quick replies. @throws Refusal `INVALID` naming the field */
async function checkActions(tx: Db, actor: Actor, { actions, isShared }: Fields): Promise<void> {
  const { workspaceId } = actor;
  for (const [place, action] of actions.entries()) {
    const refuse = (field: string) => invalid([faultAt(`actions.${place}.${field}`, 'choice')]);
    if (action.kind === 'assign' && action.userId !== null && action.userId !== 'me') {
      if (!(await findMembership(tx, action.userId, { workspaceId }))) throw refuse('userId');
    }
    if (action.kind === 'assignTeam' && action.teamId !== null) {
      const isTeam = and(eq(inboxTeams.id, action.teamId), eq(inboxTeams.workspaceId, workspaceId));
      if ((await tx.$count(inboxTeams, isTeam)) === 0) throw refuse('teamId');
    }
    if (action.kind === 'insertReply') {
      const reply = await findQuickReply(tx, actor, action.quickReplyId);
      // Everybody who runs a shared macro can read its texts.
      if (!reply || (isShared && !reply.isShared)) throw refuse('quickReplyId');
    }
  }
}

async function lockMacro(tx: Db, actor: Actor, id: string): Promise<void> {
  authorize(workRefusal(actor));
  const isMacro = and(eq(inboxMacros.id, id), eq(inboxMacros.workspaceId, actor.workspaceId));
  const [row] = await tx.select().from(inboxMacros).where(isMacro).for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  authorize(changeOwnedRefusal(actor, row));
}

const requireRow = ([row]: Row[]): Row => {
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
};

/** @throws Refusal `INVALID` naming the field, or `name` if the workspace has the maximum number */
export const addMacro: Action<Fields, Macro> = ({ db }, actor, { name, actions, isShared }) =>
  db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    const { workspaceId, userId: ownerId } = actor;
    const fields = { name, actions, isShared };
    await checkActions(tx, actor, fields);
    if ((await tx.$count(inboxMacros, eq(inboxMacros.workspaceId, workspaceId))) >= MAX_MACROS) {
      throw invalid([faultAt('name', 'choice')]);
    }
    const row = requireRow(
      await tx
        .insert(inboxMacros)
        .values({ workspaceId, ownerId, ...fields })
        .returning(),
    );
    await writeAudit(tx, actor, { action: 'macro.add', subject: row.id, details: { name } });
    return { result: presentMacro(row, actor), events: [] };
  });

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `INVALID` naming the field */
export const changeMacro: Action<Fields & { id: string }, Macro> = ({ db }, actor, { id, name, actions, isShared }) =>
  db.transaction(async (tx) => {
    await lockMacro(tx, actor, id);
    const fields = { name, actions, isShared };
    await checkActions(tx, actor, fields);
    const row = requireRow(await tx.update(inboxMacros).set(fields).where(eq(inboxMacros.id, id)).returning());
    await writeAudit(tx, actor, { action: 'macro.change', subject: id, details: { name } });
    return { result: presentMacro(row, actor), events: [] };
  });

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const removeMacro: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    await lockMacro(tx, actor, id);
    await tx.delete(inboxMacros).where(eq(inboxMacros.id, id));
    await writeAudit(tx, actor, { action: 'macro.remove', subject: id });
    return { result: {}, events: [] };
  });

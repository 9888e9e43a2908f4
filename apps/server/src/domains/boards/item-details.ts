import { MAX_CHECKS } from '@switchyard/contracts/boards/limits';
import type { ItemDetails } from '@switchyard/contracts/boards/operations';
import type { ListQuery } from '@switchyard/contracts/entity';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { writeAudit } from '../audit/index.ts';
import { findChatName } from '../chats/index.ts';
import { findFiles } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { findItem, findTitle, type ItemRow } from './boards.queries.ts';
import { itemChecks, itemComments, itemFiles, itemMessages } from './boards.schema.ts';
import { findLinks } from './dependencies.ts';
import { readPlan } from './item-plan.ts';
import { listScheduled } from './schedule-from-item.ts';

export type CheckRow = typeof itemChecks.$inferSelect;
export type MessageRow = typeof itemMessages.$inferSelect & { chatName: string | null };
export interface CommentRow {
  comment: typeof itemComments.$inferSelect;
  name: string | null;
}

export type ReadDetails = Omit<ItemDetails, 'message' | 'checklist'> & {
  message: MessageRow | null;
  checks: CheckRow[];
};

/** The details in an item's panel, apart from its cells. @throws Refusal `NOT_FOUND` */
export async function readDetails(db: Db, workspaceId: string, id: string): Promise<ReadDetails> {
  const item = await findItem(db, workspaceId, id);
  const [message] = await db.select().from(itemMessages).where(eq(itemMessages.itemId, id));
  const checks = await db.select().from(itemChecks).where(eq(itemChecks.itemId, id)).orderBy(asc(itemChecks.id));
  const fileIds = await db.select({ id: itemFiles.fileId }).from(itemFiles).where(eq(itemFiles.itemId, id));
  const found = await findFiles(
    db,
    workspaceId,
    fileIds.map((row) => row.id),
  );
  const files = [...found.values()].map(({ _id, name }) => ({ _id, name }));
  const links = {
    ...(await findLinks(db, item)),
    scheduled: await listScheduled(db, id),
    plan: await readPlan(db, id),
  };
  if (!message) return { message: null, checks, files, ...links };
  const { engineId, chat } = message;
  const chatName = await findChatName(db, { workspaceId, engineId, chat });
  return { message: { ...message, chatName }, checks, files, ...links };
}

const itemChanged = ({ workspaceId }: Actor, { id, boardId, version }: ItemRow): DomainEvent[] => [
  boardChanged(workspaceId, { boardId, item: { id, version } }),
];

/** @throws Refusal `NOT_FOUND`; `INVALID` if the item has the maximum number */
export const addCheck: Action<{ id: string; text: string }, CheckRow> = ({ db }, actor, { id, text }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const item = await findItem(tx, actor.workspaceId, id);
    if ((await tx.$count(itemChecks, eq(itemChecks.itemId, id))) >= MAX_CHECKS) {
      throw invalid([faultAt('text', 'tooMany', { maximum: MAX_CHECKS })]);
    }
    const [check] = await tx.insert(itemChecks).values({ itemId: id, text }).returning();
    if (!check) throw new Refusal('NOT_FOUND');
    return { result: check, events: itemChanged(actor, item) };
  });

/** The item that a checklist entry or comment belongs to. @throws Refusal `NOT_FOUND` */
async function itemOf(
  db: Db,
  workspaceId: string,
  table: typeof itemChecks | typeof itemComments,
  id: string,
): Promise<ItemRow> {
  const [row] = await db.select({ itemId: table.itemId }).from(table).where(eq(table.id, id));
  if (!row) throw new Refusal('NOT_FOUND');
  return findItem(db, workspaceId, row.itemId);
}

/** @throws Refusal `NOT_FOUND` */
export const changeCheck: Action<{ id: string; text?: string | undefined; isDone?: boolean | undefined }, CheckRow> = (
  { db },
  actor,
  { id, text, isDone },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const item = await itemOf(tx, actor.workspaceId, itemChecks, id);
    const set = {
      text: text ?? sql`${itemChecks.text}`,
      isDone: isDone ?? sql`${itemChecks.isDone}`,
    };
    const [check] = await tx.update(itemChecks).set(set).where(eq(itemChecks.id, id)).returning();
    if (!check) throw new Refusal('NOT_FOUND');
    return { result: check, events: itemChanged(actor, item) };
  });

/** @throws Refusal `NOT_FOUND` */
export const removeCheck: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const item = await itemOf(tx, actor.workspaceId, itemChecks, id);
    await tx.delete(itemChecks).where(eq(itemChecks.id, id));
    return { result: {}, events: itemChanged(actor, item) };
  });

/** Comments on an item, latest first, and their number. @throws Refusal `NOT_FOUND` */
export async function listComments(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Pick<ListQuery, 'limit' | 'skip'> & { id: string },
): Promise<{ rows: CommentRow[]; total: number }> {
  await findItem(db, workspaceId, id);
  const ofIt = eq(itemComments.itemId, id);
  const rows = await db
    .select({ comment: itemComments, name: users.name })
    .from(itemComments)
    .leftJoin(users, eq(users.id, itemComments.userId))
    .where(ofIt)
    .orderBy(desc(itemComments.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(itemComments, ofIt) };
}

/**
 * Adds a comment to an item and notifies the people mentioned.
 * @throws Refusal `NOT_FOUND`; `INVALID` if a mentioned person is not a member
 */
export const addComment: Action<{ id: string; text: string; mentions: string[] }, CommentRow> = (
  { db },
  actor,
  { id, text, mentions },
) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    const item = await findItem(tx, workspaceId, id);
    const people = [...new Set(mentions)];
    for (const [place, userId] of people.entries()) {
      if (!(await findMembership(tx, userId, { workspaceId }))) throw invalid([faultAt(`mentions.${place}`, 'choice')]);
    }
    const [comment] = await tx.insert(itemComments).values({ itemId: id, userId: actor.userId, text }).returning();
    if (!comment) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'board-item.comment', subject: id });
    const name = (await findTitle(tx, item)) || `#${item.number}`;
    const data = { id: `${item.boardId}?item=${id}`, name };
    const events = itemChanged(actor, item);
    for (const userId of people.filter((id) => id !== actor.userId)) {
      const subject = `${comment.id} ${userId}`;
      events.push(...(await notify(tx, { workspaceId, userId, kind: 'item-mentioned', subject, data })));
    }
    return { result: { comment, name: actor.fullName }, events };
  });

/** Deletes one of the actor's own comments. @throws Refusal `NOT_FOUND`; `FORBIDDEN` if somebody else wrote it */
export const removeComment: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const item = await itemOf(tx, actor.workspaceId, itemComments, id);
    const mine = and(eq(itemComments.id, id), eq(itemComments.userId, actor.userId));
    const removed = await tx.delete(itemComments).where(mine).returning({ id: itemComments.id });
    if (removed.length === 0) throw new Refusal('FORBIDDEN');
    return { result: {}, events: itemChanged(actor, item) };
  });

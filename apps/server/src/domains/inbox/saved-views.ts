import type { SavedView, ViewFilter } from '@switchyard/contracts/inbox/operations';
import { MAX_SAVED_VIEWS } from '@switchyard/contracts/inbox/views';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { viewerId } from '../messages/index.ts';
import { workRefusal } from './inbox.policy.ts';
import { countMatching } from './inbox.queries.ts';
import { inboxViews } from './inbox.schema.ts';

const isOwnView = (actor: Actor) =>
  and(eq(inboxViews.workspaceId, actor.workspaceId), eq(inboxViews.ownerId, viewerId(actor)));

async function withCount(
  db: Db,
  actor: Actor,
  { id, name, filter }: Pick<typeof inboxViews.$inferSelect, 'id' | 'name' | 'filter'>,
): Promise<SavedView> {
  return { _id: id, name, filter, count: await countMatching(db, actor, filter) };
}

/** A person's saved views, each with its current number of conversations. */
export async function listSavedViews(db: Db, actor: Actor, { limit, skip }: { limit: number; skip: number }) {
  const mine = isOwnView(actor);
  const { rows, total } = await pageOf(db, inboxViews, mine, { limit, skip }, inboxViews.name, inboxViews.id);
  const data: SavedView[] = [];
  for (const row of rows) data.push(await withCount(db, actor, row));
  return { data, total };
}

/** @throws Refusal `INVALID` if they have the maximum number */
export const addSavedView: Action<{ name: string; filter: ViewFilter }, SavedView> = (
  { db },
  actor,
  { name, filter },
) =>
  db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    if ((await tx.$count(inboxViews, isOwnView(actor))) >= MAX_SAVED_VIEWS) throw invalid([faultAt('name', 'choice')]);
    const { workspaceId, userId: ownerId } = actor;
    const [row] = await tx.insert(inboxViews).values({ workspaceId, ownerId, name, filter }).returning();
    if (!row) throw new Error('the view was not stored');
    return { result: await withCount(tx, actor, row), events: [] };
  });

/** @throws Refusal `NOT_FOUND` */
export const removeSavedView: Action<{ id: string }, Record<string, never>> = async ({ db }, actor, { id }) => {
  authorize(workRefusal(actor));
  const gone = await db
    .delete(inboxViews)
    .where(and(isOwnView(actor), eq(inboxViews.id, id)))
    .returning({ id: inboxViews.id });
  if (gone.length === 0) throw new Refusal('NOT_FOUND');
  return { result: {}, events: [] };
};

import { randomBytes } from 'node:crypto';
import type { ListQuery } from '@switchyard/contracts/entity';
import { type CalendarFeed, type FEED_KINDS, MAX_FEEDS } from '@switchyard/contracts/shares/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { boards, boardViews } from '../boards/boards.schema.ts';
import { hashToken } from './shares.queries.ts';
import { calendarFeeds } from './shares.schema.ts';

const TOKEN_BYTES = 32;

type FeedKind = (typeof FEED_KINDS)[number];

const selectFeeds = (db: Db) =>
  db
    .select({
      feed: calendarFeeds,
      name: sql<string | null>`${boards.name} || ': ' || ${boardViews.name}`,
    })
    .from(calendarFeeds)
    .leftJoin(boardViews, eq(boardViews.id, calendarFeeds.viewId))
    .leftJoin(boards, eq(boards.id, boardViews.boardId));
export type FeedRow = Awaited<ReturnType<typeof selectFeeds>>[number];

const ownFeeds = ({ workspaceId, userId, onBehalfOf }: Pick<Actor, 'workspaceId' | 'userId' | 'onBehalfOf'>) =>
  and(eq(calendarFeeds.workspaceId, workspaceId), eq(calendarFeeds.userId, onBehalfOf?.userId ?? userId));

/** Lists the actor's feeds, or in support mode those of the person being helped, latest first. */
export async function listFeeds(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'onBehalfOf'>,
  { limit, skip }: Pick<ListQuery, 'limit' | 'skip'>,
): Promise<{ rows: FeedRow[]; total: number }> {
  const rows = await selectFeeds(db).where(ownFeeds(actor)).orderBy(desc(calendarFeeds.id)).limit(limit).offset(skip);
  return { rows, total: await db.$count(calendarFeeds, ownFeeds(actor)) };
}

/**
 * Creates a feed with a secret address for the actor.
 * @throws Refusal `INVALID` if there is no such view, or there are too many feeds
 */
export const makeFeed: Action<{ kind: FeedKind; viewId: string | null }, FeedRow & { token: string }> = (
  { db },
  actor,
  { kind, viewId },
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const { workspaceId, userId } = actor;
    if (kind === 'view') await requireView(tx, workspaceId, viewId);
    if ((await tx.$count(calendarFeeds, ownFeeds(actor))) >= MAX_FEEDS) {
      throw invalid([faultAt('kind', 'tooMany', { maximum: MAX_FEEDS })]);
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const [made] = await tx
      .insert(calendarFeeds)
      .values({ workspaceId, userId, kind, viewId: kind === 'view' ? viewId : null, tokenHash: hashToken(token) })
      .returning({ id: calendarFeeds.id });
    const [row] = await selectFeeds(tx).where(eq(calendarFeeds.id, made?.id ?? ''));
    if (!row) throw new Error('the feed was not written');
    await writeAudit(tx, actor, { action: 'calendar-feed.create', subject: row.feed.id, details: { kind } });
    return { result: { ...row, token }, events: [] };
  });

async function requireView(tx: Db, workspaceId: string, viewId: string | null): Promise<void> {
  const [view] =
    viewId === null
      ? []
      : await tx
          .select({ id: boardViews.id })
          .from(boardViews)
          .innerJoin(boards, eq(boards.id, boardViews.boardId))
          .where(and(eq(boardViews.id, viewId), eq(boards.workspaceId, workspaceId), isNull(boards.deletedAt)));
  if (!view) throw invalid([faultAt('viewId', 'choice')]);
}

/** Revokes one of the actor's feeds immediately. @throws Refusal `NOT_FOUND` */
export const removeFeed: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const removed = await tx
      .delete(calendarFeeds)
      .where(and(eq(calendarFeeds.id, id), ownFeeds(actor)))
      .returning({ id: calendarFeeds.id });
    if (removed.length === 0) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'calendar-feed.revoke', subject: id });
    return { result: {}, events: [] };
  });

export const presentFeed = ({ feed, name }: FeedRow): CalendarFeed => ({
  _id: feed.id,
  kind: feed.kind,
  name,
  createdAt: feed.createdAt.toISOString(),
  readAt: feed.readAt?.toISOString() ?? null,
});

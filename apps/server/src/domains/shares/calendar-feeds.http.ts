import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { boardViews } from '../boards/boards.schema.ts';
import { findBoard, listAssigned, listItems } from '../boards/index.ts';
import { messages } from '../messages/messages.schema.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { type CalendarEntry, writeCalendar } from './ical.ts';
import { hashToken } from './shares.queries.ts';
import { calendarFeeds } from './shares.schema.ts';

/** Maximum entries per feed; more than a person's calendar shows of one kind. */
const MAX_ENTRIES = 1_000;
const MAX_MESSAGE_AGE_MS = 7 * 86_400_000;
const TOKEN = /^[\w-]{43}$/;

type Feed = typeof calendarFeeds.$inferSelect;

/** Finds the feed of a secret token whose owner is still a member. Undefined: there is none. */
async function findFeed(db: Db, token: string): Promise<Feed | undefined> {
  const [found] = await db
    .select({ feed: calendarFeeds })
    .from(calendarFeeds)
    .innerJoin(workspaces, eq(workspaces.id, calendarFeeds.workspaceId))
    .innerJoin(
      workspaceMembers,
      and(
        eq(workspaceMembers.organizationId, calendarFeeds.workspaceId),
        eq(workspaceMembers.userId, calendarFeeds.userId),
      ),
    )
    .where(
      and(
        eq(calendarFeeds.tokenHash, hashToken(token)),
        isNull(workspaces.deleteAfter),
        isNull(workspaces.suspendedAt),
      ),
    );
  return found?.feed;
}

async function workEntries(db: Db, { workspaceId, userId }: Feed, publicUrl: string): Promise<CalendarEntry[]> {
  const actor = { workspaceId, userId, onBehalfOf: null };
  const { rows } = await listAssigned(db, actor, { isDone: false, limit: MAX_ENTRIES, skip: 0 });
  return rows.flatMap(({ item, title, boardName, dueOn }) =>
    dueOn === null
      ? []
      : [
          toEntry(item, {
            title,
            day: dueOn,
            description: boardName,
            url: `${publicUrl}/boards/${item.boardId}?item=`,
          }),
        ],
  );
}

const toEntry = (
  { id, number, updatedAt }: { id: string; number: number; updatedAt: Date },
  { title, day, description, url }: { title: string; day: string; description: string; url: string },
): CalendarEntry => ({
  uid: `item-${id}@switchyard`,
  summary: title || `#${number}`,
  description,
  url: `${url}${id}`,
  changedAt: updatedAt,
  on: { day: day.slice(0, 10) },
});

async function viewEntries(
  db: Db,
  { workspaceId, viewId }: Feed,
  publicUrl: string,
): Promise<[string, CalendarEntry[]]> {
  const [view] = await db
    .select()
    .from(boardViews)
    .where(eq(boardViews.id, viewId ?? ''));
  if (!view) throw new Refusal('NOT_FOUND');
  const { name, columns } = await findBoard(db, workspaceId, view.boardId);
  const due = columns.find(({ type }) => type === 'date')?.id ?? '';
  const title = columns.find(({ isTitle }) => isTitle)?.id ?? '';
  const { rows } = await listItems(db, workspaceId, {
    ...{ id: view.boardId, filters: view.filters, sort: null, isDeleted: false, limit: MAX_ENTRIES, skip: 0 },
  });
  const entries = rows.flatMap((item) => {
    const day = item.cells[due];
    if (typeof day !== 'string') return [];
    const url = `${publicUrl}/boards/${view.boardId}?item=`;
    return [toEntry(item, { title: String(item.cells[title] ?? ''), day, description: name, url })];
  });
  return [`${name}: ${view.name}`, entries];
}

async function messageEntries(db: Db, { workspaceId, userId }: Feed, publicUrl: string): Promise<CalendarEntry[]> {
  const since = new Date(Date.now() - MAX_MESSAGE_AGE_MS);
  const rows = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.createdBy, userId),
        eq(messages.status, 'pending'),
        gte(messages.dueAt, since),
      ),
    )
    .orderBy(asc(messages.dueAt))
    .limit(MAX_ENTRIES);
  return rows.map(({ id, contactName, body, dueAt, updatedAt }) => ({
    uid: `message-${id}@switchyard`,
    summary: contactName,
    description: body,
    url: `${publicUrl}/calendar`,
    changedAt: updatedAt,
    on: { at: dueAt },
  }));
}

/** `GET /api/calendar-feeds/:file`: a feed for anybody with its secret address, which is looked up on every request. */
export function serveCalendarFeeds(server: FastifyInstance, { database: { db }, config }: Platform): void {
  server.get<{ Params: { file: string } }>('/api/calendar-feeds/:file', async ({ params: { file } }, reply) => {
    const token = file.replace(/\.ics$/, '');
    const feed = TOKEN.test(token) ? await findFeed(db, token) : undefined;
    if (!feed) throw new Refusal('NOT_FOUND');
    const { publicUrl } = config;
    const [name, entries]: [string, CalendarEntry[]] =
      feed.kind === 'work'
        ? ['My work', await workEntries(db, feed, publicUrl)]
        : feed.kind === 'messages'
          ? ['Scheduled messages', await messageEntries(db, feed, publicUrl)]
          : await viewEntries(db, feed, publicUrl);
    await db.update(calendarFeeds).set({ readAt: new Date() }).where(eq(calendarFeeds.id, feed.id));
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar(name, entries));
  });
}

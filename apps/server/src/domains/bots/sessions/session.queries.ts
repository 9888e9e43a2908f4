import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { VIEWED_AS } from '../bots.queries.ts';
import { botLines, botNodeEvents, botSessions, bots, botVersions } from '../bots.schema.ts';
import type { SessionRow } from '../runtime/execution.ts';
import { countOf } from '../statistics/counts.ts';
import { pagePosition, sessionsOfType } from './sessions-of-type.ts';

export interface ListedSession {
  session: SessionRow;
  versionNumber: number | null;
}

export interface SessionsQuery {
  limit: number;
  skip: number;
  eventType?: string | undefined;
  processType?: string | undefined;
  botId?: string | undefined;
  status?: BotSessionStatus | undefined;
}

/** One page of bot sessions, newest first. @param workspaceId null for every workspace */
export async function listSessions(
  db: Db,
  workspaceId: string | null,
  query: SessionsQuery,
): Promise<{ rows: ListedSession[]; total: number }> {
  const types = [
    ...(query.eventType ? [`event:${query.eventType}`] : []),
    ...(query.processType ? [`process:${query.processType}`] : []),
  ];
  const [first, second] = types;
  if (workspaceId === null && first && !query.botId && !query.status) {
    const { ids, total } = await sessionsOfType(db, second ? [first, second] : [first], query);
    return { rows: await byIds(db, ids), total };
  }
  const matches = and(
    sql`${botSessions.testFlow} is null`,
    workspaceId === null ? undefined : eq(botSessions.workspaceId, workspaceId),
    query.botId ? eq(botSessions.botId, query.botId) : undefined,
    query.status ? eq(botSessions.status, query.status) : undefined,
    ...types.map((type) => hasSeenType(type)),
  );
  const isFiltered = workspaceId !== null || first || query.botId || query.status;
  const total = isFiltered ? await db.$count(botSessions, matches) : await countAllSessions(db);
  if (total === 0) return { rows: [], total };
  const { limit, offset, isFromEnd } = pagePosition(query, total);
  const rows = await db
    .select({ session: botSessions, versionNumber: botVersions.number })
    .from(botSessions)
    .leftJoin(botVersions, eq(botVersions.id, botSessions.versionId))
    .where(matches)
    .orderBy(isFromEnd ? asc(botSessions.id) : desc(botSessions.id))
    .limit(limit)
    .offset(offset);
  return { rows: isFromEnd ? rows.toReversed() : rows, total };
}

/**
 * The number of all sessions, without counting a million rows per page: those that recorded their start, plus those
 * that have not started yet.
 */
async function countAllSessions(db: Db): Promise<number> {
  const unbegun = sql`${botSessions.step} = 0 and ${botSessions.testFlow} is null`;
  return (await countOf(db, 'filter:process:session_started')) + (await db.$count(botSessions, unbegun));
}

/** Uses a bit of the session's own row, so that an index answers. No session has seen an unknown type. */
const hasSeenType = (type: string): SQL => sql`${botSessions.seen} & bot_type_bit(${type}) <> 0`;

async function byIds(db: Db, ids: string[]): Promise<ListedSession[]> {
  if (ids.length === 0) return [];
  return db
    .select({ session: botSessions, versionNumber: botVersions.number })
    .from(botSessions)
    .leftJoin(botVersions, eq(botVersions.id, botSessions.versionId))
    .where(inArray(botSessions.id, ids))
    .orderBy(desc(botSessions.id));
}

/** A bot session with its related fields. @param workspaceId null for any workspace. @throws Refusal `NOT_FOUND` */
export async function findSession(
  db: Db,
  workspaceId: string | null,
  id: string,
): Promise<
  ListedSession & { botName: string; botOwner: string | null; flow: typeof botVersions.$inferSelect.flow | null }
> {
  const [row] = await db
    .select({
      session: botSessions,
      versionNumber: botVersions.number,
      botName: bots.name,
      botOwner: VIEWED_AS,
      flow: botVersions.flow,
    })
    .from(botSessions)
    .innerJoin(bots, eq(bots.id, botSessions.botId))
    .leftJoin(botVersions, eq(botVersions.id, botSessions.versionId))
    .where(and(eq(botSessions.id, id), workspaceId === null ? undefined : eq(botSessions.workspaceId, workspaceId)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Locks the session's row until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockSession(tx: Db, workspaceId: string, id: string): Promise<SessionRow> {
  const [row] = await tx
    .select()
    .from(botSessions)
    .where(and(eq(botSessions.id, id), eq(botSessions.workspaceId, workspaceId)))
    .for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** A conversation's latest lines, oldest first. */
export async function linesOf(db: Db, sessionId: string, limit: number) {
  const rows = await db
    .select({
      line: botLines,
      messageStatus: sql<string | null>`(select status from messages where messages.id = ${botLines.messageId})`,
    })
    .from(botLines)
    .where(eq(botLines.sessionId, sessionId))
    .orderBy(desc(botLines.id))
    .limit(limit);
  return rows.toReversed();
}

/** A session's events, in order. */
export async function eventsOf(db: Db, sessionId: string, { limit, skip }: { limit: number; skip: number }) {
  const matches = eq(botNodeEvents.sessionId, sessionId);
  const rows = await db
    .select()
    .from(botNodeEvents)
    .where(matches)
    .orderBy(asc(botNodeEvents.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(botNodeEvents, matches) };
}

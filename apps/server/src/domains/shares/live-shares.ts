import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@switchyard/contracts/domains';
import { topics } from '@switchyard/contracts/live/topics';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { defineEvent } from '../../platform/events.ts';
import type { Credentials, TopicRights } from '../../platform/mqtt/rights.ts';
import { isSigned, signTicket, TICKET_LIFE_MS } from '../../platform/mqtt/ticket.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BoardChange } from '../boards/index.ts';
import { findShare, listOpenShares, type ShareRow } from './shares.queries.ts';
import { shares } from './shares.schema.ts';

/** Changes within this time are published together. */
const BATCH_DELAY_MS = 150;
const TICKET_KIND = 'share';

/**
 * Issues a ticket for live updates of a shared table; its user name is `share.SHARE.EXPIRES.RANDOM`.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`
 */
export async function issueShareTicket({ database, secret }: Platform, token: string, now: Date) {
  const { id } = await findShare(database.db, 'table', token, now);
  return {
    url: '/mqtt',
    clientId: `share-${randomUUID()}`,
    ...signTicket(secret, [TICKET_KIND, id, now.getTime() + TICKET_LIFE_MS, randomUUID()].join('.')),
    topics: [topics.shareLive(id)],
    expiresInMs: TICKET_LIFE_MS,
  };
}

/**
 * The topic rights of a ticket, whose share is looked up. Null: not a share's ticket, expired, or its share has ended.
 */
export async function shareRights(credentials: Credentials, platform: Platform): Promise<TopicRights | null> {
  const [kind, id, expiresAtMs] = credentials.username.split('.');
  const { database, secret } = platform;
  const now = new Date();
  if (kind !== TICKET_KIND || !id || !(Number(expiresAtMs) > now.getTime()) || !isSigned(secret, credentials))
    return null;
  if ((await listOpenShares(database.db, [id], now)).length === 0) return null;
  return { publish: [], subscribe: [topics.shareLive(id)], holder: `${TICKET_KIND} ${id}` };
}

/** Filters the tickets of connected visitors to those whose share has ended. */
export async function revokedTickets(usernames: readonly string[], { database }: Platform): Promise<string[]> {
  const watched = usernames.flatMap((name) => {
    const [kind, id] = name.split('.');
    return kind === TICKET_KIND && id ? [{ name, id }] : [];
  });
  if (watched.length === 0) return [];
  const open = new Set(await listOpenShares(database.db, [...new Set(watched.map(({ id }) => id))], new Date()));
  return watched.filter(({ id }) => !open.has(id)).map(({ name }) => name);
}

const CHANGED = JSON.stringify({ type: 'shares.changed' } satisfies LiveEvent);
export const publishShareChange = ({ broker }: Platform, id: string) => broker.publish(topics.shareLive(id), CHANGED);

/** A link was revoked: visitors reload, and are refused. */
export const shareRevoked = defineEvent<{ id: string }>('shares.revoked');

/** Changed columns by server and board. Null: more than a cell changed. */
const pendingChanges = new WeakMap<Platform, Map<string, Set<string | null>>>();

/** Queues a change of a board, to publish it to visitors who see it. */
export function queueBoardChange(platform: Platform, { boardId, columnId }: BoardChange): void {
  let changed = pendingChanges.get(platform);
  if (!changed) {
    const batch = new Map<string, Set<string | null>>();
    changed = batch;
    pendingChanges.set(platform, batch);
    setTimeout(() => {
      pendingChanges.delete(platform);
      publishToVisitors(platform, batch).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'changes could not be published to visitors of shared tables'),
      );
    }, BATCH_DELAY_MS).unref();
  }
  changed.set(boardId, (changed.get(boardId) ?? new Set<string | null>()).add(columnId ?? null));
}

/** Publishes changes to visitors who see them; changes of hidden cells are not published. */
export async function publishToVisitors(platform: Platform, changed: ReadonlyMap<string, ReadonlySet<string | null>>) {
  const rows = await platform.database.db
    .select({
      share: shares,
      changedAtIds: sql<string[]>`array(select c.id::text from board_columns c
        where c.board_id = ${shares.boardId} and c.type in ('changedAt', 'changedBy', 'formula') and c.deleted_at is null)`,
    })
    .from(shares)
    .where(and(inArray(shares.boardId, [...changed.keys()]), eq(shares.kind, 'table'), isNull(shares.revokedAt)));
  for (const { share, changedAtIds } of rows) {
    const columns = changed.get(share.boardId) ?? new Set();
    const relevant = relevantColumns(share);
    const isSeen = columns.has(null) || [...columns, ...changedAtIds].some((id) => id !== null && relevant.has(id));
    if (isSeen) publishShareChange(platform, share.id);
  }
}

/** The columns that affect what visitors see: shown, filtered or sorted by. */
const relevantColumns = ({ fields, filters, sort }: ShareRow): Set<string> =>
  new Set([...fields, ...filters, ...(sort ? [sort] : [])].map(({ columnId }) => columnId));

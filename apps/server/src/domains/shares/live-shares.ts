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

/** Changes within so long are told together. */
const DELAY_MS = 150;
const KIND = 'share';

/**
 * Live updates for whoever has the link of a table: a ticket whose user name is `share.SHARE.EXPIRES.RANDOM`.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`
 */
export async function issueShareTicket({ database, secret }: Platform, token: string, now: Date) {
  const { id } = await findShare(database.db, 'table', token, now);
  return {
    url: '/mqtt',
    clientId: `share-${randomUUID()}`,
    ...signTicket(secret, [KIND, id, now.getTime() + TICKET_LIFE_MS, randomUUID()].join('.')),
    topics: [topics.shareLive(id)],
    expiresInMs: TICKET_LIFE_MS,
  };
}

/** The rights of a ticket, whose share is looked up; null when it is none, has expired, or its share has ended. */
export async function shareRights(credentials: Credentials, platform: Platform): Promise<TopicRights | null> {
  const [kind, id, expiresAtMs] = credentials.username.split('.');
  const { database, secret } = platform;
  const now = new Date();
  if (kind !== KIND || !id || !(Number(expiresAtMs) > now.getTime()) || !isSigned(secret, credentials)) return null;
  if ((await listOpenShares(database.db, [id], now)).length === 0) return null;
  return { publish: [], subscribe: [topics.shareLive(id)], holder: `${KIND} ${id}` };
}

/** Of tickets with which visitors are connected, those whose share has ended. */
export async function endedTickets(usernames: readonly string[], { database }: Platform): Promise<string[]> {
  const watched = usernames.flatMap((name) => {
    const [kind, id] = name.split('.');
    return kind === KIND && id ? [{ name, id }] : [];
  });
  if (watched.length === 0) return [];
  const open = new Set(await listOpenShares(database.db, [...new Set(watched.map(({ id }) => id))], new Date()));
  return watched.filter(({ id }) => !open.has(id)).map(({ name }) => name);
}

const CHANGED = JSON.stringify({ type: 'shares.changed' } satisfies LiveEvent);
export const tellShare = ({ broker }: Platform, id: string) => broker.publish(topics.shareLive(id), CHANGED);

/** A link was revoked: whoever watches reads again, and is refused. */
export const shareRevoked = defineEvent<{ id: string }>('shares.revoked');

/** By server and board: the columns that were changed; null: more than a cell was. */
const waiting = new WeakMap<Platform, Map<string, Set<string | null>>>();

/** Has visitors told of a change of a board, if it is one of what they see. */
export function followBoard(platform: Platform, { boardId, columnId }: BoardChange): void {
  let changed = waiting.get(platform);
  if (!changed) {
    const gathered = new Map<string, Set<string | null>>();
    changed = gathered;
    waiting.set(platform, gathered);
    setTimeout(() => {
      waiting.delete(platform);
      tellVisitors(platform, gathered).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'visitors of shared tables could not be told'),
      );
    }, DELAY_MS).unref();
  }
  changed.set(boardId, (changed.get(boardId) ?? new Set<string | null>()).add(columnId ?? null));
}

/** Tells visitors of a change of what they may see; a change of hidden cells is none. */
export async function tellVisitors(platform: Platform, changed: ReadonlyMap<string, ReadonlySet<string | null>>) {
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
    const shown = columnsOf(share);
    const isSeen = columns.has(null) || [...columns, ...changedAtIds].some((id) => id !== null && shown.has(id));
    if (isSeen) tellShare(platform, share.id);
  }
}

/** What decides about what visitors see: what is shown, and what rows are let through by. */
const columnsOf = ({ fields, filters, sort }: ShareRow): Set<string> =>
  new Set([...fields, ...filters, ...(sort ? [sort] : [])].map(({ columnId }) => columnId));

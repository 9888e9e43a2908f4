import type { Thread, ThreadMessage } from '@switchyard/contracts/chats/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import type pg from 'pg';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findOutgoing, presentMessage } from '../messages/index.ts';
import { actsOfMessages } from './acts.queries.ts';
import { fromMe } from './chat-columns.ts';
import { presentChatMessage } from './chats.present.ts';
import { cursorBefore, type PlacedRow, placeOf, readPage } from './read-chat.ts';

/** Where to start: at most one of these; without any, at the end. */
interface Place {
  before?: string | undefined;
  after?: string | undefined;
  /** ISO 8601 */
  at?: string | undefined;
  /** A message's WhatsApp id. */
  about?: string | undefined;
}
type ThreadQuery = Place & { id: string; chat: string; limit: number };

/**
 * A page of one chat ordered by time and id: incoming, sent here, and written on the phone. Reactions and votes are
 * attached to their messages.
 * @throws Refusal `INVALID` (two positions), `NOT_FOUND` (message `about` is not stored)
 */
export async function readThread(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  actor: Actor,
  { id: engineId, chat, limit, ...place }: ThreadQuery,
): Promise<Omit<Thread, 'abilities'>> {
  const { pool, db } = database;
  const positions = (['before', 'after', 'at', 'about'] as const).filter((name) => place[name] !== undefined);
  if (positions[1]) throw invalid([faultAt(positions[1], 'choice')]);
  const { rows, older, newer } = await readAt(pool, { engineId, chat, limit }, place);
  const shown = await withReactions(pool, { engineId, chat }, rows);
  const isEnd = newer === null;
  const outgoing = isEnd
    ? await findOutgoing(db, { workspaceId: actor.workspaceId, engineId, recipient: chat.replaceAll('\0', '') })
    : null;
  return {
    data: shown,
    older,
    newer,
    outgoing: outgoing?.map((row) => presentMessage(row, actor)) ?? null,
    keptDays: config.receivedKeepDays || null,
  };
}

interface ThreadPage {
  /** Oldest first. */
  rows: PlacedRow[];
  older: string | null;
  newer: string | null;
}
type OfChat = { engineId: string; chat: string };

async function readAt(pool: pg.Pool, of: OfChat & { limit: number }, place: Place): Promise<ThreadPage> {
  const { before, after, at, about } = place;
  if (after !== undefined) {
    const { rows, next } = await readPage(pool, 'newer', { ...of, from: after });
    return { rows, older: rows[0] ? placeOf(rows[0]) : after, newer: next };
  }
  if (at === undefined && about === undefined) {
    const page = await readPage(pool, 'older', { ...of, from: before });
    const last = page.rows[0];
    const newer = before === undefined ? null : last ? placeOf(last) : before;
    return { rows: page.rows.toReversed(), older: page.next, newer };
  }
  const from = about === undefined ? cursorBefore(at ?? '') : await findPlace(pool, of, about);
  const half = Math.ceil(of.limit / 2);
  const [older, newer] = await Promise.all([
    readPage(pool, 'older', { ...of, limit: half, from }),
    readPage(pool, 'newer', { ...of, limit: half, from }),
  ]);
  return { rows: [...older.rows.toReversed(), ...newer.rows], older: older.next, newer: newer.next };
}

/** A cursor from which a page of newer messages starts with this one. @throws Refusal `NOT_FOUND` */
async function findPlace(pool: pg.Pool, { engineId, chat }: OfChat, about: string): Promise<string> {
  const { rows } = await pool.query<{ at_us: string }>(
    `select (extract(epoch from at) * 1000000)::bigint as at_us from (
      select written_at as at from received_messages where engine_id = $1 and chat = $2 and wa_message_id = $3
      union all
      select sent_at from messages where wa_message_id = $3 and engine_id = $1 and recipient = $2 and status = 'sent' and sent_at is not null and not deleted
    ) found limit 1`,
    [engineId, chat, about].map((text) => text.replaceAll('\0', '')),
  );
  if (!rows[0]) throw new Refusal('NOT_FOUND');
  return `${rows[0].at_us}.00000000-0000-0000-0000-000000000000`;
}

/** Only each writer's latest reaction to a message counts, and the latest vote in a poll. */
const ATTACHED = `
  select about.kind, about.quoted_id, said.word, count(*)::int as count, bool_or(about.is_mine) as is_mine from (
    select distinct on (r.quoted_id, r.kind, r.writer) r.quoted_id, r.kind, r.body, r.choices, ${fromMe('r')} as is_mine
    from received_messages r join engines engine on engine.id = r.engine_id
    where r.engine_id = $1 and r.chat = $2 and r.kind in ('reaction', 'vote') and r.quoted_id = any ($3)
    order by r.quoted_id, r.kind, r.writer, r.written_at desc, r.id desc
  ) about
  cross join lateral (
    select about.body as word where about.kind = 'reaction' and about.body <> ''
    union all select jsonb_array_elements_text(about.choices) where about.kind = 'vote' and jsonb_typeof(about.choices) = 'array'
  ) said
  group by about.kind, about.quoted_id, said.word order by count(*) desc, said.word`;

interface Attached {
  kind: 'reaction' | 'vote';
  quoted_id: string;
  word: string;
  count: number;
  is_mine: boolean;
}

async function withReactions(
  pool: pg.Pool,
  { engineId, chat }: OfChat,
  shown: readonly PlacedRow[],
): Promise<ThreadMessage[]> {
  if (shown.length === 0) return [];
  const ids = shown.map((row) => row.wa_message_id);
  const of = { engineId, chat: chat.replaceAll('\0', '') };
  const [{ rows }, acts] = await Promise.all([
    pool.query<Attached>(ATTACHED, [engineId, of.chat, ids]),
    actsOfMessages(pool, of, ids),
  ]);
  const byMessage = Map.groupBy(rows, (row) => row.quoted_id);
  return shown.map((row) => {
    const message = presentChatMessage(row);
    const on = message.isDeleted ? [] : (byMessage.get(row.wa_message_id) ?? []);
    const [reactions, votes] = [on.filter(({ kind }) => kind === 'reaction'), on.filter(({ kind }) => kind === 'vote')];
    return {
      ...message,
      reactions: reactions.map(({ word, count, is_mine }) => ({ emoji: word, count, isMine: is_mine })),
      votes: message.options ? votes.map(({ word, count }) => ({ option: word, count })) : null,
      acts: acts.get(row.wa_message_id) ?? [],
    };
  });
}

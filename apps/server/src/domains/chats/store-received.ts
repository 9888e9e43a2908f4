import type { receivedRequest } from '@switchyard/contracts/engine-protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { newId } from '../../platform/database/columns.ts';
import { type EngineIdentity, FENCE, whyRefused } from '../engines/index.ts';

/**
 * Keeps what is new, in one statement. An earlier process's word is refused like all its others, though it would do no harm: what it tells is true,
 * and is told again by whoever has the lane now. What an engine hears of its own sending is in `messages` already.
 * Parameters: $1 engine id, $2 generation, $3 token version, $4 the messages as JSON.
 */
const STORE = {
  name: 'received_store',
  text: `
  with lane as materialized (
    select lane.engine_id, engine.workspace_id from engine_lanes lane join engines engine on engine.id = lane.engine_id where ${FENCE}
  ), stored as (
    insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, media, quoted_id, written_at)
    select told.id, lane.engine_id, chat, writer, told.wa_message_id, kind, body, media, quoted_id, written_at
    from lane, json_to_recordset($4::json) as told (id uuid, chat text, writer text, wa_message_id text, kind text, body text, media jsonb,
      quoted_id text, written_at timestamptz)
    where not exists (select from messages m where m.wa_message_id = told.wa_message_id and m.engine_id = lane.engine_id)
    on conflict (engine_id, chat, writer, wa_message_id) do nothing
    returning 1
  )
  select lane.workspace_id, (select count(*)::int from stored) as stored from lane`,
};

type Received = z.infer<typeof receivedRequest>;

/**
 * Stores messages that came in. When it resolves, a crash loses none of them. Safe to repeat, in any order.
 * @returns the engine's workspace, and how many were new.
 * @throws 409 `LEASE_LOST`, 401; nothing was stored then.
 */
export async function storeReceived(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, messages }: Received,
): Promise<{ workspaceId: string; stored: number }> {
  const { rows } = await pool.query<{ workspace_id: string; stored: number }>({
    ...STORE,
    values: [identity.engineId, generation, identity.tokenVersion, JSON.stringify(onceEach(messages.map(toRow)))],
  });
  const [answer] = rows;
  if (!answer) throw await whyRefused(pool, identity);
  return { workspaceId: answer.workspace_id, stored: answer.stored };
}

type Row = ReturnType<typeof toRow>;

/** The first telling counts: ids follow the order of arrival, which is all that orders messages of one second. */
function onceEach(rows: Row[]): Row[] {
  const known = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.chat, row.writer, row.wa_message_id]);
    if (!known.has(key)) known.set(key, row);
  }
  return [...known.values()];
}

function toRow(message: Received['messages'][number]) {
  const { media, quotedId } = message;
  return {
    id: newId(),
    chat: storable(message.chat),
    writer: storable(message.from),
    wa_message_id: storable(message.waMessageId),
    kind: message.kind,
    body: storable(message.text),
    media: media
      ? { mimeType: storable(media.mimeType), fileName: media.fileName === null ? null : storable(media.fileName) }
      : null,
    quoted_id: quotedId ? storable(quotedId) : null,
    written_at: believable(message.atMs).toISOString(),
  };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; a message must not be lost over them. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const FIRST_MS = Date.UTC(2009, 0, 1);
/** Phones' clocks are wrong now and then. */
const AHEAD_MS = 24 * 3_600_000;

/** A time that WhatsApp could have told; anything else becomes now. */
function believable(atMs: number): Date {
  const nowMs = Date.now();
  return new Date(atMs >= FIRST_MS && atMs <= nowMs + AHEAD_MS ? atMs : nowMs);
}

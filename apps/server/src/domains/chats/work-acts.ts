import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ActOutcome, actsAnswer, actsRequest, ClaimedAct } from '@switchyard/contracts/engine/protocol';
import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type EngineIdentity, fenceError } from '../engines/index.ts';
import { chatsStale } from './chats.events.ts';
import { muteEnd } from './mute-end.ts';
import { plausibleTime, storable } from './received-row.ts';

/** An act that WhatsApp defers more often than this fails. */
const MAX_ATTEMPTS = 10;

interface Lane extends Record<string, unknown> {
  workspace_id: string;
  phone_number: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  wa_id: string;
  chat: string;
  kind: ChatActKind;
  act: EngineAct;
  message: ClaimedAct['message'];
  latest: ClaimedAct['latest'];
  wa_message_id: string | null;
  attempt: number;
  in_doubt: boolean;
}

/**
 * One round of an engine's acts in one transaction: records its reports with the changes to messages and chats, and
 * claims what is waiting. Idempotent: settled acts do not change.
 * @throws 409 `LEASE_LOST`, 401; then nothing was changed
 */
export async function workActs(
  { database }: Pick<Platform, 'database'>,
  identity: EngineIdentity,
  { generation, results, holding, limit }: z.infer<typeof actsRequest>,
): Promise<{ answer: z.infer<typeof actsAnswer>; events: DomainEvent[] }> {
  const { engineId, tokenVersion } = identity;
  const round = await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Lane>(sql`
      select engine.workspace_id, engine.phone_number from engine_lanes lane join engines engine on engine.id = lane.engine_id
      where lane.engine_id = ${engineId} and lane.generation = ${generation} and lane.expires_at is not null
        and engine.token_version = ${tokenVersion}`);
    const [lane] = rows;
    if (!lane) return null;
    let isChanged = false;
    for (const { _id, attempt, outcome } of results) {
      isChanged = (await settle(tx, { engineId, generation, lane }, { id: _id, attempt, outcome })) || isChanged;
    }
    isChanged = (await expire(tx, engineId)) || isChanged;
    const answer = await claim(tx, { engineId, generation, holding, limit });
    return { answer, events: isChanged ? [chatsStale(lane.workspace_id, engineId)] : [] };
  });
  if (!round) throw await fenceError(database.pool, identity);
  return round;
}

interface ActReport {
  id: string;
  attempt: number;
  outcome: ActOutcome;
}

async function settle(
  tx: Db,
  { engineId, generation, lane }: { engineId: string; generation: number; lane: Lane },
  { id, attempt, outcome }: ActReport,
): Promise<boolean> {
  // A success counts whichever claim it belongs to; after a failure the act may have been claimed again.
  const ofClaim = sql`id = ${id} and engine_id = ${engineId} and state = 'claimed' and lease_generation = ${generation}
    and (${outcome.kind === 'done'}::boolean or attempt = ${attempt})`;
  if (outcome.kind === 'rejected' && outcome.retryMs !== undefined && attempt < MAX_ATTEMPTS) {
    const { rowCount } = await tx.execute(sql`update chat_acts set state = 'pending',
      claimable_at = now() + ${outcome.retryMs}::int * interval '1 millisecond' where ${ofClaim}`);
    return (rowCount ?? 0) > 0;
  }
  const reason =
    outcome.kind === 'done' ? null : storable(storedText(outcome.kind === 'rejected' ? outcome.reason : outcome.cause));
  // WhatsApp may have accepted an earlier attempt, whatever it says of this one.
  const state =
    outcome.kind === 'done'
      ? sql`'done'`
      : outcome.kind === 'unknown'
        ? sql`'unknown'`
        : sql`case when in_doubt then 'unknown' else 'failed' end`;
  const { rows } = await tx.execute<Row>(
    sql`update chat_acts set state = ${state}, reason = ${reason}, settled_at = now() where ${ofClaim} returning *`,
  );
  const [row] = rows;
  if (row && outcome.kind === 'done')
    await applyAct(tx, { engineId, lane }, row, plausibleTime(outcome.atMs).toISOString());
  return row !== undefined;
}

/** Applies a completed act to its message or chat. */
async function applyAct(
  tx: Db,
  { engineId, lane }: { engineId: string; lane: Lane },
  row: Row,
  at: string,
): Promise<void> {
  const { chat, act, wa_message_id: waMessageId, wa_id: waId } = row;
  switch (act.kind) {
    case 'react':
      await tx.execute(sql`insert into received_messages (id, engine_id, chat, writer, from_me, wa_message_id, kind, body, quoted_id, written_at)
        values (${row.id}, ${engineId}, ${chat}, ${lane.phone_number ?? ''}, true, ${waId}, 'reaction', ${act.emoji}, ${waMessageId}, ${at})
        on conflict do nothing`);
      break;
    case 'edit': {
      const edits = JSON.stringify([{ text: storable(act.text), at }]);
      await tx.execute(sql`insert into message_marks as mark (engine_id, chat, wa_message_id, edits)
        values (${engineId}, ${chat}, ${waMessageId}, ${edits}::jsonb)
        on conflict (engine_id, chat, wa_message_id) do update set edits = mark.edits || excluded.edits
        where mark.edits->-1->>'text' is distinct from ${act.text}`);
      break;
    }
    case 'delete':
      await tx.execute(sql`insert into message_marks as mark (engine_id, chat, wa_message_id, deleted_at)
        values (${engineId}, ${chat}, ${waMessageId}, ${at})
        on conflict (engine_id, chat, wa_message_id) do update set deleted_at = least(mark.deleted_at, excluded.deleted_at)`);
      break;
    case 'star':
      await tx.execute(sql`insert into message_marks (engine_id, chat, wa_message_id, is_starred, starred_at)
        values (${engineId}, ${chat}, ${waMessageId}, ${act.isStarred}, ${at})
        on conflict (engine_id, chat, wa_message_id) do update set is_starred = excluded.is_starred, starred_at = excluded.starred_at`);
      break;
    case 'read':
      await setFact(tx, { engineId, chat }, 'unread', act.isRead ? sql`0` : sql`1`);
      break;
    case 'archive':
      await setFact(tx, { engineId, chat }, 'is_archived', sql`${act.isArchived}::boolean`);
      break;
    case 'pin':
      await setFact(tx, { engineId, chat }, 'is_pinned', sql`${act.isPinned}::boolean`);
      break;
    case 'mute':
      await setFact(tx, { engineId, chat }, 'muted_until', sql`${muteEnd(act.untilMs).toISOString()}::timestamptz`);
  }
}

async function setFact(
  tx: Db,
  { engineId, chat }: { engineId: string; chat: string },
  column: 'unread' | 'is_archived' | 'is_pinned' | 'muted_until',
  value: ReturnType<typeof sql>,
): Promise<void> {
  const name = sql.identifier(column);
  await tx.execute(sql`insert into chat_facts (engine_id, chat, ${name}) values (${engineId}, ${chat}, ${value})
    on conflict (engine_id, chat) do update set ${name} = excluded.${name}, updated_at = now()`);
}

/** Fails acts that were not begun before their deadline. */
async function expire(tx: Db, engineId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`update chat_acts set state = 'failed', settled_at = now(),
      reason = ${storedText(text('actTooLate'))}
    where engine_id = ${engineId} and state = 'pending' and not in_doubt and expires_at <= now()`);
  return (rowCount ?? 0) > 0;
}

async function claim(
  tx: Db,
  request: { engineId: string; generation: number; holding: string[]; limit: number },
): Promise<z.infer<typeof actsAnswer>> {
  const { engineId, generation, limit } = request;
  const held = sql`${sql.param(request.holding)}::uuid[]`;
  const { rows } = await tx.execute<Row>(sql`
    update chat_acts act set state = 'claimed', lease_generation = ${generation}, attempt = act.attempt + 1,
      in_doubt = act.in_doubt or act.state = 'claimed'
    from (
      select id from chat_acts where engine_id = ${engineId} and (
        (state = 'pending' and claimable_at <= now())
        or (state = 'claimed' and (lease_generation <> ${generation} or id <> all (${held})))
      ) order by id limit ${limit} for update
    ) due
    where act.id = due.id returning act.*`);
  const { rows: next } = await tx.execute<{ in_ms: number | null }>(sql`
    select ceil(extract(epoch from min(claimable_at) - now()) * 1000)::int as in_ms from chat_acts where engine_id = ${engineId} and state = 'pending'`);
  const inMs = next[0]?.in_ms ?? null;
  return {
    acts: rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => ({
        ...{ _id: row.id, waId: row.wa_id, chat: row.chat, act: row.act, message: row.message, latest: row.latest },
        ...{ attempt: row.attempt, inDoubt: row.in_doubt },
      })),
    nextInMs: inMs === null ? null : Math.max(0, inMs),
  };
}

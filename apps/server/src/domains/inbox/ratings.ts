import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { findChatName } from '../chats/index.ts';
import { findEngine } from '../engines/index.ts';
import { type StoredChatMessages, sendAutomated } from '../messages/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../suppression/index.ts';
import { conversationChanged } from './inbox.events.ts';
import { conversationEvents, type conversations } from './inbox.schema.ts';
import { readSettings } from './inbox-settings.ts';

type Row = typeof conversations.$inferSelect;
const DAY_MS = 86_400_000;
/** Minimum time between two ratings requested from one customer. */
const MIN_INTERVAL_MS = 7 * DAY_MS;
const SCORES = ['1', '2', '3', '4', '5'];

interface RatingRequest {
  set: Partial<Pick<Row, 'rating' | 'ratingAskedAt' | 'ratingMessageId'>>;
  events: DomainEvent[];
}
const NOT_REQUESTED: RatingRequest = { set: {}, events: [] };

/**
 * Asks the customer of a conversation that is being resolved for a rating, by a poll through its lane. Not if ratings
 * are off, in groups, of customers who never wrote or have opted out, within a week, or through a driver without polls.
 */
export async function requestRating(tx: Db, actor: Actor, row: Row, now: Date): Promise<RatingRequest> {
  const { workspaceId, engineId, chat } = row;
  const { ratingQuestion: text } = await readSettings(tx, workspaceId);
  if (text === null || !chat.startsWith('+') || row.lastInId === null) return NOT_REQUESTED;
  if (row.ratingAskedAt !== null && row.ratingAskedAt.getTime() > now.getTime() - MIN_INTERVAL_MS) return NOT_REQUESTED;
  const engine = await findEngine(tx, { engineId, workspaceId });
  if (!engine) return NOT_REQUESTED;
  const { driver } = engine;
  const { kinds, tells } = driverFacts(driver);
  if (!kinds.includes('poll') || !tells.includes('votes')) return NOT_REQUESTED;
  await lockSuppressionsShared(tx, workspaceId);
  if ((await isSuppressed(tx, workspaceId, [chat])).size > 0) return NOT_REQUESTED;
  const contactName = (await findChatName(tx, { workspaceId, engineId, chat })) ?? chat;
  const poll = { options: SCORES, selectable: 1 };
  const message = { workspaceId, engineId, driver, chat, contactName, text, poll };
  // With a bot's origin, so that it is withdrawn if the customer opts out before it is sent.
  const { id, events } = await sendAutomated(tx, { ...message, origin: 'bot' }, now);
  await tx.insert(conversationEvents).values({
    workspaceId,
    conversationId: row.id,
    kind: 'rating-asked',
    actorId: actor.userId,
    actorName: actor.fullName,
    teamId: row.teamId,
  });
  return { set: { rating: null, ratingAskedAt: now, ratingMessageId: id }, events };
}

interface Vote extends Record<string, unknown> {
  id: string;
  engine_id: string;
  chat: string;
  quoted_id: string;
  score: number | null;
  is_known: boolean;
}

const votesOf = ({ engineId, chat, messages }: StoredChatMessages): Vote[] =>
  messages.flatMap(({ id, by, kind, quotedId, choices }) =>
    by === 'them' && kind === 'vote' && quotedId !== null
      ? [
          {
            id,
            engine_id: engineId,
            chat,
            quoted_id: quotedId,
            score: choices?.[0] && SCORES.includes(choices[0]) ? Number(choices[0]) : null,
            is_known: choices !== null,
          },
        ]
      : [],
  );

/**
 * Stores customers' choices in the latest poll of their conversation, credited to the person who resolved it.
 * Withdrawing the vote clears the rating.
 * @returns the votes that were ratings, which must not count as messages or reopen anything
 */
export async function recordRatings(
  tx: Db,
  written: readonly StoredChatMessages[],
): Promise<{ ids: Set<string>; events: DomainEvent[] }> {
  const votes = written.flatMap(votesOf);
  const ids = new Set<string>();
  const events: DomainEvent[] = [];
  if (votes.length === 0) return { ids, events };
  const { rows } = await tx.execute<Vote & { conversation_id: string; workspace_id: string; version: number }>(sql`
    select vote.*, c.id as conversation_id, c.workspace_id, c.version
    from json_to_recordset(${JSON.stringify(votes)}::json) as vote (id uuid, engine_id uuid, chat text, quoted_id text, score int, is_known boolean)
    join conversations c on c.engine_id = vote.engine_id and c.chat = vote.chat
    join messages m on m.id = c.rating_message_id and m.wa_message_id = vote.quoted_id`);
  // In order of arrival: the last one counts.
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id } of votes) {
    const rating = byId.get(id);
    if (!rating) continue;
    ids.add(id);
    if (!rating.is_known) continue;
    const { conversation_id: conversationId, workspace_id: workspaceId, version, score } = rating;
    await tx.execute(sql`update conversations set rating = ${score} where id = ${conversationId}`);
    await tx.execute(sql`
      delete from conversation_events e using conversations c where c.id = ${conversationId} and e.conversation_id = c.id
        and e.kind = 'rated' and e.created_at >= c.rating_asked_at`);
    if (score !== null) {
      await tx.execute(sql`
        insert into conversation_events (id, workspace_id, conversation_id, kind, actor_id, team_id, details)
        select gen_random_uuid(), asked.workspace_id, asked.conversation_id, 'rated', asked.actor_id, asked.team_id,
          ${JSON.stringify({ name: String(score) })}::jsonb
        from conversation_events asked where asked.conversation_id = ${conversationId} and asked.kind = 'rating-asked'
        order by asked.created_at desc limit 1`);
    }
    events.push(conversationChanged(workspaceId, { id: conversationId, version }));
  }
  return { ids, events };
}

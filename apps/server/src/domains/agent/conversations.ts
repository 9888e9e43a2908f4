import {
  type AgentConversation,
  type AgentMessage,
  agentConversation,
  agentMessage,
} from '@switchyard/contracts/agent/operations';
import { and, count, desc, eq, exists, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { presenter } from '../../platform/presenter.ts';
import { Refusal } from '../../platform/refusal.ts';
import { agentConversations, agentMessages } from './agent.schema.ts';

export const NEW_TITLE = 'New conversation';
const TITLE_LENGTH = 60;

/** A reply pending for longer belongs to a server that died. */
const LOST_AFTER_MS = 45_000;
const LOST_BEFORE = sql`now() - ${`${LOST_AFTER_MS} ms`}::interval`;
const LOST_TEXT = 'The server was restarted while it answered. Ask again.';

/** A function that appends text to what a reply has so far, such as what was done. */
export const appendText = (words: string) =>
  sql<string>`concat_ws(E'\\n', nullif(${agentMessages.content}, ''), ${words}::text)`;

type ConversationRow = typeof agentConversations.$inferSelect;
type MessageRow = typeof agentMessages.$inferSelect;

type Owner = Pick<Actor, 'workspaceId' | 'userId' | 'key'>;

/**
 * A person's conversations in their current workspace; in support mode, the admin's own. A key sees only those that it
 * started, since others may contain what it may not read.
 */
const ownedBy = ({ workspaceId, userId, key }: Owner) =>
  and(
    eq(agentConversations.workspaceId, workspaceId),
    eq(agentConversations.userId, userId),
    key ? eq(agentConversations.keyId, key.id) : undefined,
  );

export const presentConversation: (row: ConversationRow) => AgentConversation = presenter(agentConversation);

const same = presenter(agentMessage);

/**
 * Maps a message to the API. A reply whose server died is presented as ended, so that the page does not wait for it.
 */
export function presentAgentMessage(row: MessageRow): AgentMessage {
  const isLost = row.state === 'pending' && Date.now() - row.createdAt.getTime() > LOST_AFTER_MS;
  return {
    ...same(row),
    ...(isLost && { content: [row.content, LOST_TEXT].filter(Boolean).join('\n'), state: 'failed' as const }),
  };
}

/** One page of a person's conversations, searchable by title and text. */
export async function listConversations(
  db: Db,
  actor: Actor,
  { limit, skip, search }: { limit: number; skip: number; search?: string | undefined },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const words = search?.replaceAll('\0', '').trim();
  const messageMatches = words
    ? exists(
        db
          .select({ id: agentMessages.id })
          .from(agentMessages)
          .where(
            and(eq(agentMessages.conversationId, agentConversations.id), containsText(agentMessages.content, words)),
          ),
      )
    : undefined;
  const matches = and(
    ownedBy(actor),
    words ? or(containsText(agentConversations.title, words), messageMatches) : undefined,
  );
  return pageOf(
    db,
    agentConversations,
    matches,
    { limit, skip },
    desc(agentConversations.updatedAt),
    desc(agentConversations.id),
  );
}

/** @throws Refusal `NOT_FOUND` for another person's */
export async function findConversation(db: Db, actor: Actor, id: string): Promise<ConversationRow> {
  const [row] = await db
    .select()
    .from(agentConversations)
    .where(and(eq(agentConversations.id, id), ownedBy(actor)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Condition for messages of a conversation that the owner may read. */
export const inConversation = (db: Db, actor: Owner, conversationId: string) =>
  and(
    eq(agentMessages.conversationId, conversationId),
    exists(
      db
        .select({ id: agentConversations.id })
        .from(agentConversations)
        .where(and(eq(agentConversations.id, conversationId), ownedBy(actor))),
    ),
  );

/** The latest messages of the person's conversation; empty for another person's. */
export async function listAgentMessages(
  db: Db,
  actor: Actor,
  conversationId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const matches = inConversation(db, actor, conversationId);
  return pageOf(db, agentMessages, matches, { limit, skip }, desc(agentMessages.id));
}

/** The person's newest conversation; created if they have none. */
export async function newestConversation(db: Db, actor: Actor): Promise<ConversationRow> {
  const { rows } = await listConversations(db, actor, { limit: 1, skip: 0 });
  return rows[0] ?? (await insertConversation(db, actor));
}

async function insertConversation(db: Db, { workspaceId, userId, key }: Actor): Promise<ConversationRow> {
  const keyId = key?.id ?? null;
  const [made] = await db
    .insert(agentConversations)
    .values({ workspaceId, userId, keyId, title: NEW_TITLE })
    .returning();
  if (!made) throw new Error('a conversation was not stored');
  return made;
}

export const createConversation: Action<undefined, ConversationRow> = async ({ db }, actor) => ({
  result: await insertConversation(db, actor),
  events: [],
});

export const renameConversation: Action<{ id: string; title: string }, ConversationRow> = async (
  { db },
  actor,
  { id, title },
) => {
  await findConversation(db, actor, id);
  const [row] = await db.update(agentConversations).set({ title }).where(eq(agentConversations.id, id)).returning();
  if (!row) throw new Refusal('NOT_FOUND');
  return { result: row, events: [] };
};

export const removeConversation: Action<{ id: string }, { _id: string }> = async ({ db }, actor, { id }) => {
  await findConversation(db, actor, id);
  await db.delete(agentConversations).where(eq(agentConversations.id, id));
  return { result: { _id: id }, events: [] };
};

export const removeAllConversations: Action<undefined, { removed: number }> = async ({ db }, actor) => {
  const { rowCount } = await db.delete(agentConversations).where(ownedBy(actor));
  return { result: { removed: rowCount ?? 0 }, events: [] };
};

/**
 * Saves a person's request with a pending reply. A conversation is named after its first request.
 * @returns the reply's id. @throws Refusal `AGENT_BUSY` while another reply is pending
 */
export async function beginReply(db: Db, conversation: ConversationRow, message: string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx
      .update(agentMessages)
      .set({ state: 'failed', content: appendText(LOST_TEXT) })
      .where(
        and(
          eq(agentMessages.conversationId, conversation.id),
          eq(agentMessages.state, 'pending'),
          lt(agentMessages.createdAt, LOST_BEFORE),
        ),
      );
    await tx
      .update(agentConversations)
      .set({ updatedAt: sql`now()`, ...(conversation.title === NEW_TITLE ? { title: titleOf(message) } : {}) })
      .where(eq(agentConversations.id, conversation.id));
    await tx.insert(agentMessages).values({ conversationId: conversation.id, role: 'user', content: message });
    const [reply] = await tx
      .insert(agentMessages)
      .values({ conversationId: conversation.id, role: 'agent', state: 'pending' })
      .onConflictDoNothing()
      .returning({ id: agentMessages.id });
    if (!reply) throw new Refusal('AGENT_BUSY');
    return reply.id;
  });
}

/** Counts a workspace's pending replies that started before this one, in total and by person. */
export async function countPending(
  db: Db,
  workspaceId: string,
  messageId: string,
): Promise<{ all: number; of(userId: string): number }> {
  const rows = await db
    .select({ userId: agentConversations.userId, count: count() })
    .from(agentMessages)
    .innerJoin(agentConversations, eq(agentConversations.id, agentMessages.conversationId))
    .where(
      and(
        eq(agentConversations.workspaceId, workspaceId),
        eq(agentMessages.state, 'pending'),
        lt(agentMessages.id, messageId),
        gt(agentMessages.createdAt, LOST_BEFORE),
      ),
    )
    .groupBy(agentConversations.userId);
  const counts = new Map(rows.map((row) => [row.userId, row.count]));
  return { all: rows.reduce((sum, row) => sum + row.count, 0), of: (userId) => counts.get(userId) ?? 0 };
}

/** A reply's results besides its text. */
export type ReplyResults = Pick<MessageRow, 'toolResults' | 'widgets' | 'totals'>;
/** The content of a finished reply. */
export type ReplyContent = ReplyResults & Pick<MessageRow, 'content' | 'state' | 'context'>;

/**
 * Ends a pending reply; one that was stopped or timed out meanwhile keeps that state. If it was stopped by another
 * process, the text so far is added.
 * @returns its current state
 */
export async function endReply(db: Db, id: string, content: Partial<ReplyContent>): Promise<MessageRow> {
  const [ended] = await db
    .update(agentMessages)
    .set({ state: 'done', ...content })
    .where(and(eq(agentMessages.id, id), inArray(agentMessages.state, ['pending', content.state ?? 'pending'])))
    .returning();
  if (ended) return ended;
  const [row] = await db.select().from(agentMessages).where(eq(agentMessages.id, id));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Adds a message from the agent, such as the outcome of a confirmation. */
export async function addReply(db: Db, conversationId: string, content: Partial<ReplyContent>): Promise<MessageRow> {
  const [row] = await db
    .insert(agentMessages)
    .values({ conversationId, role: 'agent', ...content })
    .returning();
  if (!row) throw new Error('a reply was not stored');
  await db.update(agentConversations).set({ updatedAt: sql`now()` }).where(eq(agentConversations.id, conversationId));
  return row;
}

function titleOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1)}…`;
}

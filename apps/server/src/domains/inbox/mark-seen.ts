import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { presenceChanged } from './inbox.events.ts';
import { workRefusal } from './inbox.policy.ts';
import { conversationSeen, inboxPeople } from './inbox.schema.ts';
import { findConversation } from './lock-conversation.ts';

type Doing = 'viewing' | 'typing' | 'left';

/** Saves how far a person has read a conversation; never moves back. */
export const markSeen: Action<{ id: string; seenUpTo: string }, Record<string, never>> = (
  { db },
  actor,
  { id, seenUpTo },
) =>
  db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    await findConversation(tx, actor, id);
    await tx
      .insert(conversationSeen)
      .values({ conversationId: id, userId: actor.userId, seenUpTo })
      .onConflictDoUpdate({
        target: [conversationSeen.conversationId, conversationSeen.userId],
        set: { seenUpTo: sql`greatest(${conversationSeen.seenUpTo}, excluded.seen_up_to)` },
      });
    return { result: {}, events: [] };
  });

/** Shows colleagues what somebody is doing in a conversation. Nothing is stored; it expires on its own. */
export const publishPresence: Action<{ id: string; doing: Doing }, Record<string, never>> = async (
  { db },
  actor,
  { id, doing },
) => {
  authorize(workRefusal(actor));
  await findConversation(db, actor, id);
  const { workspaceId, userId, fullName: name } = actor;
  return { result: {}, events: [presenceChanged(workspaceId, { conversationId: id, userId, name, doing })] };
};

/** Records that a person is looking at the inbox, so that they are assigned conversations, or that they are away. */
export const recordPresence: Action<{ isAway: boolean }, Record<string, never>> = async ({ db }, actor, { isAway }) => {
  authorize(workRefusal(actor));
  const { workspaceId, userId } = actor;
  const hereAt = isAway ? null : sql`now()`;
  await db
    .insert(inboxPeople)
    .values({ workspaceId, userId, hereAt })
    .onConflictDoUpdate({ target: [inboxPeople.workspaceId, inboxPeople.userId], set: { hereAt } });
  return { result: {}, events: [] };
};

import { type CreateMessage, createMessage } from '@switchyard/contracts/messages/new-message';
import { eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { writeAudit } from '../audit/index.ts';
import { makeOnce, scheduleMessage } from '../messages/index.ts';
import { workRefusal } from './inbox.policy.ts';
import type { conversations } from './inbox.schema.ts';
import { lockConversation } from './lock-conversation.ts';

interface Reply extends Pick<CreateMessage, 'message' | 'attachment' | 'poll' | 'quote'> {
  id: string;
  /** The greatest message id the author had seen; null for none. */
  seenUpTo: string | null;
  sendAnyway: boolean;
  /** Repeating a request with the same key sends nothing. */
  idempotencyKey?: string | undefined;
}

type Scheduled = Awaited<ReturnType<typeof scheduleMessage>>['result'];
type Parts = ActionDeps & Pick<Platform, 'hooks' | 'log'>;

/**
 * Answers the customer now, through the chat's engine. If two people answer at once, the second is refused: the
 * conversation stays locked from the check for other answers until the answer is stored.
 * @throws Refusal `ANSWERED_MEANWHILE`; `INVALID` naming each field
 */
export const reply: Action<Reply, Scheduled, Parts> = (
  deps,
  actor,
  { id, seenUpTo, sendAnyway, idempotencyKey, ...said },
) =>
  deps.db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    return makeOnce(tx, actor.workspaceId, idempotencyKey, async () => {
      const conversation = await lockConversation(tx, actor, id);
      if (!sendAnyway) await requireSeen(tx, conversation, actor.userId, seenUpTo);
      const { chat, engineId } = conversation;
      const payload = createMessage.parse({ ...said, contactList: [{ mobile: chat }] });
      const sent = await scheduleMessage({ ...deps, db: tx }, actor, { ...payload, engineId });
      await writeAudit(tx, actor, { action: 'conversation.reply', subject: id, details: { sendAnyway } });
      return sent;
    });
  });

async function requireSeen(
  tx: Db,
  { lastOutId, lastOutAt, lastOutBy }: typeof conversations.$inferSelect,
  userId: string,
  seenUpTo: string | null,
): Promise<void> {
  if (lastOutId === null || lastOutAt === null || lastOutBy === userId) return;
  // Ids are in order of arrival.
  if (seenUpTo !== null && lastOutId <= seenUpTo) return;
  const [person] = lastOutBy ? await tx.select({ name: users.name }).from(users).where(eq(users.id, lastOutBy)) : [];
  throw new Refusal('ANSWERED_MEANWHILE', {
    by: person?.name ?? null,
    at: lastOutAt.toISOString(),
    messageId: lastOutId,
  });
}

import { asc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type StoredChat, undeliveredChats } from '../undelivered-chats.schema.ts';
import { chatMessagesStored } from './chat-messages-stored.ts';
import { failureReason, nextAttempt } from './undelivered-chats.ts';

const POLL_MS = 10_000;
/** With the backoff between them, about a day and a half. */
const MAX_ATTEMPTS = 40;
/** Undeliverable chats are retained for staff to investigate. */
const RETENTION = sql`interval '90 days'`;

type Deps = Pick<Platform, 'database' | 'hooks' | 'log' | 'events'>;

/**
 * Retries deliveries to hooks that failed and are due. A row is deleted in the transaction in which its hook receives
 * it, so a crash repeats it and nothing is received twice; several workers take different rows.
 * @returns the number of delivered rows
 */
export async function redeliverChats(deps: Deps): Promise<number> {
  let delivered = 0;
  for (;;) {
    const outcome = await redeliverNext(deps);
    if (outcome === null) return delivered;
    if (outcome.isDelivered) delivered += 1;
    deps.events.dispatch(outcome.events);
  }
}

/** @returns null: nothing is due */
async function redeliverNext({
  database,
  hooks,
  log,
}: Deps): Promise<{ isDelivered: boolean; events: DomainEvent[] } | null> {
  return database.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(undeliveredChats)
      .where(lte(undeliveredChats.nextAttemptAt, sql`now()`))
      .orderBy(asc(undeliveredChats.nextAttemptAt), asc(undeliveredChats.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    const isRow = eq(undeliveredChats.id, row.id);
    try {
      const events = await tx.transaction((savepoint) =>
        chatMessagesStored.callOne(hooks, row.hook, savepoint, toStoredChatMessages(row.chat)),
      );
      await tx.delete(undeliveredChats).where(isRow);
      return { isDelivered: true, events };
    } catch (error) {
      const attempts = row.attempts + 1;
      const isLast = attempts >= MAX_ATTEMPTS;
      await tx
        .update(undeliveredChats)
        .set({ attempts, reason: failureReason(error), nextAttemptAt: isLast ? null : nextAttempt(attempts) })
        .where(isRow);
      const about = { err: error, hook: row.hook, undeliveredId: row.id, workspaceId: row.workspaceId, attempts };
      if (isLast) log.error(about, 'a hook has not received messages, and no more attempts are made');
      else log.warn(about, 'a hook has failed again to receive messages');
      return { isDelivered: false, events: [] };
    }
  });
}

const toStoredChatMessages = (chat: StoredChat) => ({
  ...chat,
  messages: chat.messages.map((message) => ({ ...message, at: new Date(message.at) })),
});

export const startChatRedelivery = (deps: Deps): Stoppable =>
  runRepeatedly(async () => {
    try {
      const delivered = await redeliverChats(deps);
      if (delivered > 0) deps.log.info({ delivered }, 'hooks have received messages that they had failed to receive');
      await deps.database.db.delete(undeliveredChats).where(lt(undeliveredChats.createdAt, sql`now() - ${RETENTION}`));
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to retry what hooks had failed to receive');
    }
    return POLL_MS;
  });

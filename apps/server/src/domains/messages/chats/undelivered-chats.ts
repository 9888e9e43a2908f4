import { backoffMs } from '@switchyard/backoff';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { undeliveredChats } from '../undelivered-chats.schema.ts';
import type { StoredChatMessages } from './stored-chat-messages.ts';

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 3_600_000;
const MAX_REASON_LENGTH = 500;

/** When to retry after this many failed attempts. */
export const nextAttempt = (attempts: number) =>
  sql`now() + ${backoffMs(attempts, FIRST_RETRY_MS, MAX_RETRY_MS)} * interval '1 millisecond'`;

/** The cause of a hook's failure, without the SQL statement that a driver error may contain. */
export function failureReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_REASON_LENGTH);
}

/** Saves new messages for the hook that failed to receive them, in the transaction that stores the messages. */
export async function saveUndelivered(
  tx: Db,
  { hook, data, error }: { hook: string; data: StoredChatMessages; error: unknown },
): Promise<void> {
  const chat = { ...data, messages: data.messages.map((message) => ({ ...message, at: message.at.toISOString() })) };
  await tx.insert(undeliveredChats).values({
    workspaceId: data.workspaceId,
    hook,
    chat,
    reason: failureReason(error),
    nextAttemptAt: nextAttempt(1),
  });
}

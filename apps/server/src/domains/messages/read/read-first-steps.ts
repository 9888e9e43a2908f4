import { type FirstSteps, NEW_WORKSPACE_MESSAGES } from '@switchyard/contracts/messages/first-steps';
import { MAX_WAITING_COUNTED } from '@switchyard/contracts/messages/limits';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy, type Reader } from '../sight.ts';

/**
 * Reads a workspace's first steps, at the same cost however many messages it has. A message that was removed since
 * still counts as scheduled.
 */
export async function readFirstSteps(db: Db, reader: Reader): Promise<FirstSteps> {
  const ofWorkspace = and(eq(messages.workspaceId, reader.workspaceId), await messagesSeenBy(db, reader));
  const seen = await db
    .select({ origin: messages.origin })
    .from(messages)
    .where(ofWorkspace)
    .limit(NEW_WORKSPACE_MESSAGES);
  const waiting = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(ofWorkspace, eq(messages.status, 'pending'), eq(messages.deleted, false)))
    .limit(MAX_WAITING_COUNTED);
  const isNew = seen.length < NEW_WORKSPACE_MESSAGES;
  return {
    steps: isNew ? { message: seen.length > 0, import: seen.some(({ origin }) => origin === 'import') } : null,
    waiting: waiting.length,
  };
}

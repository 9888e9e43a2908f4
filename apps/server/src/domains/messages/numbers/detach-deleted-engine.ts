import { and, eq, inArray } from 'drizzle-orm';
import { engineRemoved } from '../../engines/index.ts';
import { messagesStale } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * When an engine is deleted, pending messages keep its name and wait until a person chooses another; so do cancelled
 * ones, which may be restored. Messages in doubt or being sent must be settled by a person.
 */
export const detachDeletedEngine = engineRemoved.hook('messages', async (tx, { workspaceId, engineId, name }) => {
  await tx
    .update(messages)
    .set({ engineId: null, goneEngine: name })
    .where(
      and(
        eq(messages.engineId, engineId),
        inArray(messages.status, ['pending', 'cancelled']),
        eq(messages.inDoubt, false),
      ),
    );
  return [messagesStale(workspaceId)];
});

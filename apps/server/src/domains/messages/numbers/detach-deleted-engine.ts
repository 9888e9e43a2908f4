import { and, eq, inArray } from 'drizzle-orm';
import { engineRemoved } from '../../engines/index.ts';
import { messagesStale } from '../messages.events.ts';
import { messages } from '../messages.schema.ts';

/**
 * What waits for an engine that is deleted keeps its name, and goes to no other by itself; so does what was cancelled,
 * which may wait again. In doubt is for a person to settle, as what is on its way.
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

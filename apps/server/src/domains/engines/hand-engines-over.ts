import { and, eq, sql } from 'drizzle-orm';
import { memberLeft } from '../workspaces/index.ts';
import { enginesStale } from './engines.events.ts';
import { engines } from './engines.schema.ts';

/** Engines of who leaves stay the workspace's: an owner of it has them from then on. */
export const handEnginesOver = memberLeft.hook('engines', async (tx, { workspaceId, userId, heirId }) => {
  const handed = await tx
    .update(engines)
    .set({ ownerId: heirId, updatedAt: sql`now()` })
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.ownerId, userId)))
    .returning({ id: engines.id });
  return handed.map(({ id }) => enginesStale(workspaceId, id));
});

import { and, eq, sql } from 'drizzle-orm';
import { memberLeft, workspaceClosing, workspaceReopened } from '../workspaces/index.ts';
import { enginesStale } from './engines.events.ts';
import { NEXT_LEASE } from './engines.queries.ts';
import { engines } from './engines.schema.ts';

/** Engines of who leaves stay the workspace's: an owner of it has them from then on. */
export const transferEngines = memberLeft.hook('engines', async (tx, { workspaceId, userId, heirId }) => {
  const handed = await tx
    .update(engines)
    .set({ ownerId: heirId, updatedAt: sql`now()` })
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.ownerId, userId)))
    .returning({ id: engines.id });
  return handed.map(({ id }) => enginesStale(workspaceId, id));
});

/** Engines of a workspace that is to be deleted stop now, as when a person stops each: nothing goes out that nobody expects any more. Which ran is kept. */
export const stopEnginesOfClosing = workspaceClosing.hook('engines', async (tx, { workspaceId }) => {
  const stopped = await tx
    .update(engines)
    .set({
      desired: 'until-kept',
      status: 'disconnected',
      statusGeneration: NEXT_LEASE,
      trouble: null,
      qrcode: null,
      connectedAt: null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.desired, 'running')))
    .returning({ id: engines.id });
  return stopped.map(({ id }) => enginesStale(workspaceId, id));
});

/** Those go on when the workspace stays after all. */
export const startEnginesOfKept = workspaceReopened.hook('engines', async (tx, { workspaceId }) => {
  const started = await tx
    .update(engines)
    .set({ desired: 'running', status: 'initializing', statusGeneration: NEXT_LEASE, updatedAt: sql`now()` })
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.desired, 'until-kept')))
    .returning({ id: engines.id });
  return started.map(({ id }) => enginesStale(workspaceId, id));
});

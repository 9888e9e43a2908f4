import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { accountReinstated, accountSuspended } from '../accounts/index.ts';
import { memberLeft, workspaceClosing, workspaceReopened } from '../workspaces/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { enginesStale } from './engines.events.ts';
import { NEXT_LEASE } from './engines.queries.ts';
import { engines } from './engines.schema.ts';

/** Engines of a leaving member stay in the workspace and pass to an owner. */
export const transferEngines = memberLeft.hook('engines', async (tx, { workspaceId, userId, heirId }) => {
  const handed = await tx
    .update(engines)
    .set({ ownerId: heirId, updatedAt: sql`now()` })
    .where(and(eq(engines.workspaceId, workspaceId), eq(engines.ownerId, userId)))
    .returning({ id: engines.id });
  return handed.map(({ id }) => enginesStale(workspaceId, id));
});

/**
 * Stops the engines of a workspace that is suspended or scheduled for deletion, as if a person had stopped each, so
 * that nothing unexpected goes out.
 */
export const stopEnginesOfClosing = workspaceClosing.hook('engines', (tx, { workspaceId }) =>
  stopEngines(tx, eq(engines.workspaceId, workspaceId)),
);

/** Restarts them if the workspace stays after all. */
export const startEnginesOfReopened = workspaceReopened.hook('engines', (tx, { workspaceId }) =>
  startEngines(tx, eq(engines.workspaceId, workspaceId)),
);

/** Stops the engines of a suspended person in every workspace. */
export const stopEnginesOfSuspended = accountSuspended.hook('engines', (tx, { userId }) =>
  stopEngines(tx, eq(engines.ownerId, userId)),
);

/** Restarts them afterwards, where their workspaces are active. */
export const startEnginesOfReinstated = accountReinstated.hook('engines', (tx, { userId }) => {
  const open = tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(isNull(workspaces.suspendedAt), isNull(workspaces.deleteAfter)));
  return startEngines(tx, and(eq(engines.ownerId, userId), inArray(engines.workspaceId, open)));
});

/** Remembers which ones were running. */
async function stopEngines(tx: Db, condition: SQL | undefined): Promise<DomainEvent[]> {
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
    .where(and(condition, eq(engines.desired, 'running')))
    .returning({ id: engines.id, workspaceId: engines.workspaceId });
  return stopped.map(({ id, workspaceId }) => enginesStale(workspaceId, id));
}

async function startEngines(tx: Db, condition: SQL | undefined): Promise<DomainEvent[]> {
  const started = await tx
    .update(engines)
    .set({ desired: 'running', status: 'initializing', statusGeneration: NEXT_LEASE, updatedAt: sql`now()` })
    .where(and(condition, eq(engines.desired, 'until-kept')))
    .returning({ id: engines.id, workspaceId: engines.workspaceId });
  return started.map(({ id, workspaceId }) => enginesStale(workspaceId, id));
}

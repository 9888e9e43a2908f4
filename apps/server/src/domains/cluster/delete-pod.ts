import type { DeletionCause } from '@switchyard/contracts/cluster';
import type { PodRow } from '@switchyard/contracts/cluster-rows';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import type { KubernetesClient } from '../../platform/kubernetes/client.ts';
import { findSessionsOfPod } from './cluster.queries.ts';
import { podDeletions } from './cluster.schema.ts';

/** A pod is given this long to end in order (spec 001 section 9). */
export const GRACE_PERIOD_SECONDS = 30;

export type DeletionRecord = typeof podDeletions.$inferSelect;

/** Writes down a deletion before it is made. */
export async function announceDeletion(
  database: Database,
  actor: Actor,
  pod: PodRow,
  given: { cause: DeletionCause; via: 'api' | 'proxy' },
): Promise<DeletionRecord> {
  const [record] = await database.db
    .insert(podDeletions)
    .values({
      podName: pod.name,
      namespace: pod.namespace,
      podUid: pod.uid,
      nodeName: pod.nodeName,
      podStatus: pod.status,
      sessions: await findSessionsOfPod(database, pod.name),
      ...given,
      actorId: actor.userId,
      actorEmail: actor.email,
    })
    .returning();
  if (!record) throw new Error('the audit log took no entry');
  return record;
}

/** Writes down how a deletion ended; one that is settled stays as it is. @returns null when there is none of this actor's */
export async function settleDeletion(
  { db }: Database,
  actor: Actor,
  id: string,
  outcome: 'deleted' | 'failed',
  failure: string | null,
): Promise<DeletionRecord | null> {
  const mine = and(eq(podDeletions.id, id), eq(podDeletions.actorId, actor.userId));
  await db
    .update(podDeletions)
    .set({ outcome, failure, updatedAt: new Date() })
    .where(and(mine, eq(podDeletions.outcome, 'requested')));
  const [record] = await db.select().from(podDeletions).where(mine);
  return record ?? null;
}

/**
 * Deletes a pod through the API server, gracefully, and only if it is still the very pod that was meant.
 * @throws KubernetesError; the audit log then says so
 */
export async function deletePod(
  parts: { database: Database; client: KubernetesClient },
  actor: Actor,
  pod: PodRow,
  cause: DeletionCause,
): Promise<DeletionRecord> {
  const announced = await announceDeletion(parts.database, actor, pod, { cause, via: 'api' });
  const settle = (outcome: 'deleted' | 'failed', failure: string | null) =>
    settleDeletion(parts.database, actor, announced.id, outcome, failure);
  try {
    await parts.client.delete(parts.client.path('pods', pod.namespace, pod.name), {
      gracePeriodSeconds: GRACE_PERIOD_SECONDS,
      propagationPolicy: 'Foreground',
      uid: pod.uid,
    });
  } catch (error) {
    await settle('failed', (error as Error).message.slice(0, 500));
    throw error;
  }
  return (await settle('deleted', null)) ?? announced;
}

/** A page of the audit log, newest first. */
export async function findDeletions(
  { db }: Database,
  { limit, skip, podName }: { limit: number; skip: number; podName?: string | undefined },
): Promise<{ rows: DeletionRecord[]; total: number }> {
  const wanted = podName === undefined ? undefined : eq(podDeletions.podName, podName);
  const rows = await db
    .select()
    .from(podDeletions)
    .where(wanted)
    .orderBy(desc(podDeletions.createdAt), desc(podDeletions.id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(podDeletions).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

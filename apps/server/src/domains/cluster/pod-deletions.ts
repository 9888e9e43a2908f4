import type { DeletionCause } from '@switchyard/contracts/pod-deletions';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { writeAudit } from '../audit/index.ts';
import { podDeletions } from './cluster.schema.ts';
import type { PodNow } from './find-pod.ts';

export type DeletionRecord = typeof podDeletions.$inferSelect;

/** Writes down a deletion before it is made. */
export function recordDeletion(
  db: Db,
  actor: Actor,
  { row: pod, sessions }: PodNow,
  given: { cause: DeletionCause; via: 'api' | 'proxy' },
): Promise<DeletionRecord> {
  return db.transaction(async (tx) => {
    const [record] = await tx
      .insert(podDeletions)
      .values({
        podName: pod.name,
        namespace: pod.namespace,
        podUid: pod.uid,
        nodeName: pod.nodeName,
        podStatus: pod.status,
        sessions,
        ...given,
        actorId: actor.userId,
        actorEmail: actor.email,
      })
      .returning();
    if (!record) throw new Error('the record of deletions took no entry');
    const details = { deletion: record.id, namespace: pod.namespace, ...given };
    await writeAudit(tx, actor, { action: 'pod.delete', subject: pod.name, workspaceId: null, details });
    return record;
  });
}

/** Writes down how a deletion ended; one that is settled stays as it is. @returns null when there is none of this actor's */
export async function settleRecord(
  db: Db,
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

/** A page of the deletions, newest first. */
export async function findDeletions(
  db: Db,
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

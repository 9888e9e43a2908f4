import { cooldownLeftMs } from '@switchyard/cluster-rules/memory-pressure';
import type { DeletionCause, DeletionReport, PodDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findCooldowns } from './automation/automation.queries.ts';
import { podDeletions } from './cluster.schema.ts';
import type { PodNow } from './find-pod.ts';

export type DeletionRecord = typeof podDeletions.$inferSelect;

/** What to do with a pod, why, and under which conditions. */
export interface Deletion extends Pick<PodDeletion, 'act' | 'via'> {
  cause: DeletionCause;
  /** Only if it has failed and serves no session. */
  onlyCandidate: boolean;
  /** Ids of the sessions shown to the person who confirmed; undefined if nobody confirmed, or they were unknown. */
  shownSessions?: readonly string[] | undefined;
}

/** Whether the deletion is limited to deletion candidates. */
export const isCandidateDeletion = ({ cause, onlyCandidate }: Pick<Deletion, 'cause' | 'onlyCandidate'>): boolean =>
  onlyCandidate || cause === 'auto-delete';

/**
 * Records a deletion before it is made, or what a dry run would have deleted.
 * @throws Refusal `NODE_RESTS` if the memory rule would delete a second pod of a node, whoever deleted the first
 */
export function recordDeletion(
  db: Db,
  actor: Actor,
  pod: PodNow,
  deletion: Deletion,
  outcome: 'requested' | 'would-have' = 'requested',
): Promise<DeletionRecord> {
  return db.transaction(async (tx) => {
    if (deletion.cause === 'memory-pressure')
      await assertNotCoolingDown(tx, pod.row.nodeName, outcome === 'would-have');
    return insertRecord(tx, actor, pod, deletion, { outcome });
  });
}

/**
 * Records a deletion that an operator's browser made while this server was down; repeated reports are recorded once.
 */
export function recordReport(db: Db, actor: Actor, report: DeletionReport): Promise<DeletionRecord> {
  const { podName: name, namespace, podUid: uid, nodeName, podStatus: status, sessions, cause, outcome } = report;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deletion ${uid}`}, 0))`);
    const sameDeletion = and(eq(podDeletions.podUid, uid), eq(podDeletions.actorId, actor.userId));
    const [existing] = await tx
      .select()
      .from(podDeletions)
      .where(and(sameDeletion, eq(podDeletions.outcome, outcome)));
    if (existing) return existing;
    const pod = { row: { name, namespace, uid, nodeName, status }, sessions };
    // The browser's clock may be ahead.
    const createdAt = new Date(Math.min(Date.parse(report.at), Date.now()));
    return insertRecord(tx, actor, pod, { cause, act: 'delete', via: 'proxy' }, { outcome, createdAt });
  });
}

async function insertRecord(
  tx: Db,
  actor: Actor,
  {
    row: pod,
    sessions,
  }: { row: Pick<PodRow, 'name' | 'namespace' | 'uid' | 'nodeName' | 'status'>; sessions: string[] },
  { cause, act, via }: Pick<Deletion, 'cause' | 'act' | 'via'>,
  result: { outcome: PodDeletion['outcome']; createdAt?: Date },
): Promise<DeletionRecord> {
  const [record] = await tx
    .insert(podDeletions)
    .values({
      podName: pod.name,
      namespace: pod.namespace,
      podUid: pod.uid,
      nodeName: pod.nodeName,
      podStatus: pod.status,
      sessions,
      cause,
      act,
      via,
      ...result,
      actorId: actor.userId,
      actorEmail: actor.email,
    })
    .returning();
  if (!record) throw new Error('the record of deletions took no entry');
  const { outcome } = result;
  const details = { deletion: record.id, namespace: pod.namespace, cause, act, via, outcome };
  const action = outcome === 'would-have' ? 'pod.would-delete' : 'pod.delete';
  await writeAudit(tx, actor, { action, subject: pod.name, workspaceId: null, details });
  return record;
}

/** The lock serialises browsers, each with its own cooldowns, and the server. */
async function assertNotCoolingDown(tx: Db, nodeName: string, isDryRun: boolean): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`terminate ${nodeName}`}, 0))`);
  if (cooldownLeftMs(await findCooldowns(tx, isDryRun), nodeName, Date.now()) > 0) throw new Refusal('NODE_RESTS');
}

/**
 * Records the outcome of a deletion (`requested` if it is unknown); a settled deletion stays as it is.
 * @returns null if this actor has no such deletion
 */
export async function settleRecord(
  db: Db,
  actor: Actor,
  id: string,
  outcome: 'deleted' | 'failed' | 'requested',
  failure: string | null,
): Promise<DeletionRecord | null> {
  const ownDeletion = and(eq(podDeletions.id, id), eq(podDeletions.actorId, actor.userId));
  await db
    .update(podDeletions)
    .set({ outcome, failure, updatedAt: new Date() })
    .where(and(ownDeletion, eq(podDeletions.outcome, 'requested')));
  const [record] = await db.select().from(podDeletions).where(ownDeletion);
  return record ?? null;
}

/** A page of the deletions, newest first. */
export async function findDeletions(
  db: Db,
  { limit, skip, podName }: { limit: number; skip: number; podName?: string | undefined },
): Promise<{ rows: DeletionRecord[]; total: number }> {
  const filter = podName === undefined ? undefined : eq(podDeletions.podName, podName);
  return pageOf(db, podDeletions, filter, { limit, skip }, desc(podDeletions.createdAt), desc(podDeletions.id));
}

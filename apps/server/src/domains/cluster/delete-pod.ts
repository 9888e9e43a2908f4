import type { PodRow } from '@switchyard/contracts/cluster-rows';
import type { DeletionCause } from '@switchyard/contracts/pod-deletions';
import type { Action, ActionParts } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { mayOperateCluster, mayTerminate } from './cluster.policy.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { findPod, type PodTarget } from './find-pod.ts';
import type { ClusterConsole } from './picture/cluster-console.ts';
import { type DeletionRecord, recordDeletion, settleRecord } from './pod-deletions.ts';

/** A pod is given this long to end in order (spec 001 section 9). */
export const GRACE_PERIOD_SECONDS = 30;

type Parts = ActionParts & { console: Pick<ClusterConsole, 'picture' | 'client'> };
type Input = PodTarget & { cause: DeletionCause };

const findIn = ({ console: { picture, client } }: Parts, target: PodTarget): PodRow =>
  findPod(picture, client.connection.namespace, target);

/** Deletes a pod on behalf of an operator. @throws Refusal `POD_GONE`, `POD_REPLACED`, or what Kubernetes refused */
export const deletePod: Action<Input, DeletionRecord, Parts> = async (parts, actor, input) => {
  authorize(mayOperateCluster(actor));
  return { result: await deleteOne(parts, actor, findIn(parts, input), input.cause), events: [] };
};

/** Deletes a pod to relieve its node. @throws Refusal as {@link deletePod}; `FORBIDDEN` for a pod that must stay */
export const terminatePod: Action<Input, DeletionRecord, Parts> = async (parts, actor, input) => {
  authorize(mayOperateCluster(actor));
  const pod = findIn(parts, input);
  authorize(mayTerminate(actor, pod));
  return { result: await deleteOne(parts, actor, pod, input.cause), events: [] };
};

/** Writes down a deletion that the operator's browser is about to make itself. @throws Refusal `POD_GONE`, `POD_REPLACED` */
export const announceDeletion: Action<Input, DeletionRecord, Parts> = async (parts, actor, input) => {
  authorize(mayOperateCluster(actor));
  const given = { cause: input.cause, via: 'proxy' as const };
  return { result: await recordDeletion(parts.db, actor, findIn(parts, input), given), events: [] };
};

interface Settlement {
  id: string;
  outcome: 'deleted' | 'failed';
  failure?: string | undefined;
}

/** Writes down how such a deletion ended. @throws Refusal `NOT_FOUND` */
export const settleDeletion: Action<Settlement, DeletionRecord> = async ({ db }, actor, { id, outcome, failure }) => {
  authorize(mayOperateCluster(actor));
  const record = await settleRecord(db, actor, id, outcome, failure ?? null);
  if (!record) throw new Refusal('NOT_FOUND');
  return { result: record, events: [] };
};

/**
 * Deletes a pod through the API server, gracefully, and only if it is still the very pod that was meant. Recorded before, and how it ended after: a
 * transaction cannot hold both.
 */
async function deleteOne(
  { db, console: { client } }: Parts,
  actor: Actor,
  pod: PodRow,
  cause: DeletionCause,
): Promise<DeletionRecord> {
  const announced = await recordDeletion(db, actor, pod, { cause, via: 'api' });
  const settle = (outcome: 'deleted' | 'failed', failure: string | null) =>
    settleRecord(db, actor, announced.id, outcome, failure);
  try {
    await client.delete(client.path('pods', pod.namespace, pod.name), {
      gracePeriodSeconds: GRACE_PERIOD_SECONDS,
      propagationPolicy: 'Foreground',
      uid: pod.uid,
    });
  } catch (error) {
    await settle('failed', (error as Error).message.slice(0, 500));
    throw toClusterRefusal(error);
  }
  return (await settle('deleted', null)) ?? announced;
}

import { isInReach } from '@switchyard/cluster-rules/rule-reach';
import { POD_CHANGED } from '@switchyard/contracts/cluster/errors';
import type { DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { KubernetesError } from '../../platform/kubernetes/kubernetes-error.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { findRuleMode } from './automation/automation.queries.ts';
import { deleteRefusal, operateClusterRefusal } from './cluster.policy.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { type PodNow, type PodTarget, readPodNow } from './find-pod.ts';
import {
  type Deletion,
  type DeletionRecord,
  isCandidateDeletion,
  recordDeletion,
  recordReport,
  settleRecord,
} from './pod-deletions.ts';
import type { ClusterConsole } from './state/cluster-console.ts';

/** Time that a pod gets to shut down gracefully (spec 001 section 9). */
export const GRACE_PERIOD_SECONDS = 30;

export type DeletionDeps = ActionDeps & { console: Pick<ClusterConsole, 'client'> };
type Input = PodTarget & Omit<Deletion, 'act' | 'via'>;

/** Reads the current state of a pod that may be deleted. @throws Refusal */
export async function readDeletable(
  { db, console: { client } }: DeletionDeps,
  actor: Actor,
  target: PodTarget,
  deletion: Deletion,
): Promise<PodNow> {
  authorize(operateClusterRefusal(actor));
  const pod = await readPodNow(db, client, target);
  authorize(deleteRefusal(actor, pod, deletion));
  const { cause, via } = deletion;
  if (cause !== 'auto-delete' && cause !== 'memory-pressure') return pod;
  const { namespace } = client.connection;
  if (!isInReach(pod.row, namespace)) {
    throw new Refusal('FORBIDDEN', undefined, `Rules act in namespace ${namespace} alone; nothing was deleted.`);
  }
  if (via !== 'worker' && (await findRuleMode(db, cause)) === 'on') throw new Refusal('RULE_ACTS');
  return pod;
}

/**
 * Deletes a pod on behalf of an operator, based on the pod's current state.
 * @throws Refusal `POD_GONE`, `POD_REPLACED`, `POD_NOT_CANDIDATE`, `SESSIONS_CHANGED`, `RULE_ACTS`, or a refusal by
 * Kubernetes
 */
export const deletePod: Action<Input, DeletionRecord, DeletionDeps> = async (deps, actor, input) => {
  const deletion = { ...input, act: 'delete', via: 'api' } as const;
  const pod = await readDeletable(deps, actor, input, deletion);
  return { result: await deleteOne(deps, actor, pod, deletion), events: [] };
};

/**
 * Deletes a pod to relieve its node, which is then in cooldown.
 * @throws Refusal as {@link deletePod}; `FORBIDDEN` for a pod that must stay; `NODE_RESTS`
 */
export const terminatePod: Action<Input, DeletionRecord, DeletionDeps> = async (deps, actor, input) => {
  const deletion = { ...input, act: 'terminate', via: 'api' } as const;
  const pod = await readDeletable(deps, actor, input, deletion);
  return { result: await deleteOne(deps, actor, pod, deletion), events: [] };
};

export interface AnnouncedDeletion {
  record: DeletionRecord;
  /** The only state in which the candidate may be deleted; null for any. */
  resourceVersion: string | null;
}

/** Records a deletion that the operator's browser is about to make itself. @throws Refusal as {@link deletePod} */
export const announceDeletion: Action<Input, AnnouncedDeletion, DeletionDeps> = async (deps, actor, input) => {
  const deletion = { ...input, act: 'delete', via: 'proxy' } as const;
  const pod = await readDeletable(deps, actor, input, deletion);
  const record = await recordDeletion(deps.db, actor, pod, deletion);
  return { result: { record, resourceVersion: requiredVersion(pod, deletion) }, events: [] };
};

const requiredVersion = ({ resourceVersion }: PodNow, deletion: Deletion): string | null =>
  isCandidateDeletion(deletion) && resourceVersion !== '' ? resourceVersion : null;

/** Records a deletion that the operator's browser made through the proxy while this server was down. */
export const reportDeletion: Action<DeletionReport, DeletionRecord> = async ({ db }, actor, report) => {
  authorize(operateClusterRefusal(actor));
  return { result: await recordReport(db, actor, report), events: [] };
};

interface Settlement {
  id: string;
  outcome: 'deleted' | 'failed';
  failure?: string | undefined;
}

/** Records the outcome of such a deletion. @throws Refusal `NOT_FOUND` */
export const settleDeletion: Action<Settlement, DeletionRecord> = async ({ db }, actor, { id, outcome, failure }) => {
  authorize(operateClusterRefusal(actor));
  const record = await settleRecord(db, actor, id, outcome, failure ?? null);
  if (!record) throw new Refusal('NOT_FOUND');
  return { result: record, events: [] };
};

/**
 * Deletes a pod through the API server, gracefully, and only if it is still the pod that was read; a candidate also
 * only in the state that made it one. The deletion is recorded before and its outcome after, because one transaction
 * cannot span both.
 */
export async function deleteOne(
  { db, console: { client } }: DeletionDeps,
  actor: Actor,
  pod: PodNow,
  deletion: Deletion,
): Promise<DeletionRecord> {
  const { row } = pod;
  const resourceVersion = requiredVersion(pod, deletion);
  const announced = await recordDeletion(db, actor, pod, deletion);
  const settle = (outcome: Parameters<typeof settleRecord>[3], failure: string | null) =>
    settleRecord(db, actor, announced.id, outcome, failure);
  try {
    await client.delete(client.path('pods', row.namespace, row.name), {
      gracePeriodSeconds: GRACE_PERIOD_SECONDS,
      propagationPolicy: 'Foreground',
      uid: row.uid,
      ...(resourceVersion !== null && { resourceVersion }),
    });
  } catch (error) {
    // Without a response the outcome is unknown, so it counts as sent.
    const isUnknown = error instanceof KubernetesError && error.code === 0;
    await settle(isUnknown ? 'requested' : 'failed', (error as Error).message.slice(0, 500));
    if (resourceVersion !== null && error instanceof KubernetesError && error.code === 409) {
      throw new Refusal('POD_NOT_CANDIDATE', undefined, POD_CHANGED);
    }
    throw toClusterRefusal(error);
  }
  return (await settle('deleted', null)) ?? announced;
}

import { clusterErrors, POD_CHANGED } from '@switchyard/contracts/cluster/errors';
import type { DeletionCause, DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { atServerClock } from '../../../lib/clock/server-clock.ts';
import { failed, podDeleted, proxyUnavailable, reasonOf } from '../rules/error-texts.ts';
import { isRefused } from '../rules/refused.ts';
import { deleteByProxy, ProxyRefusal, readCandidateVersion } from './cluster-proxy.ts';
import { saveReport } from './deletion-reports.ts';

export interface DeletablePod {
  uid: string;
  name: string;
  namespace: string;
  nodeName?: string;
  status?: string;
}

/** Why it is deleted, and which conditions must still hold: the server checks them again. */
export interface DeletionChoice {
  cause: DeletionCause;
  /** Only while it has failed and serves no session. */
  onlyCandidate?: boolean;
  /** Ids of the sessions shown to the operator; omitted if they were shown as unknown. */
  shownSessions?: string[] | undefined;
}

/** How the operator is informed. */
export interface DeletionFeedback {
  done(text: string): void;
  info(text: string): void;
}

/** External effects of the flow; tests supply their own. */
export interface DeletionCalls {
  announce(pod: DeletablePod, choice: DeletionChoice): Promise<{ _id: string; resourceVersion: string | null }>;
  settle(id: string, outcome: 'deleted' | 'failed', failure?: string): Promise<unknown>;
  byProxy(pod: DeletablePod, resourceVersion: string | null): Promise<void>;
  byBackend(pod: DeletablePod, choice: DeletionChoice): Promise<unknown>;
  /** The only version in which the pod is a candidate, as the proxy knows it. */
  candidateVersion(pod: DeletablePod): Promise<string | null>;
  /** Stores a deletion made while the backend was unavailable, for a later report. */
  report(pod: DeletablePod, choice: DeletionChoice, outcome: DeletionReport['outcome']): void;
}

/** The pod was not deleted; the message is the catalogue's, including the reason. */
export class DeletionFailed extends Error {
  override readonly name = 'DeletionFailed';
  readonly reason: string;
  constructor(reason?: string) {
    super(failed('deleteFailed', reason));
    this.reason = reasonOf(reason);
  }
}

/**
 * The pod deletion flow (spec 001 section 4): try the local cluster proxy; if it fails, inform the user and fall back
 * to the backend; if that fails, throw. The deletion is recorded in the audit log before the proxy is called; while the
 * backend is unavailable, deletions are stored and reported to it later. A rule does nothing without the backend, which
 * alone knows whether others apply it. A refusal by the server beforehand, such as a pod that is deleted, replaced or
 * serves another session by now, is reported at once, and so is a pod that vanished on the way to the proxy: the
 * backend would only say the same.
 * @throws DeletionFailed
 */
export async function deletePod(
  pod: DeletablePod,
  choice: DeletionChoice,
  calls: DeletionCalls,
  feedback: DeletionFeedback,
): Promise<void> {
  const announced = await announce(pod, choice, calls);
  try {
    if (announced) await calls.byProxy(pod, announced.resourceVersion);
    else if (isRule(choice)) throw new Error('The backend is away');
    else await calls.byProxy(pod, choice.onlyCandidate ? await calls.candidateVersion(pod) : null);
  } catch (failure) {
    // After a timeout, nobody knows whether it was done.
    const isUnknown = failure instanceof DOMException && failure.name === 'TimeoutError';
    if (!announced && isUnknown) calls.report(pod, choice, 'requested');
    if (announced && !isUnknown)
      await calls.settle(announced._id, 'failed', (failure as Error).message).catch(() => undefined);
    const goneText = goneReason(failure, choice);
    if (goneText) throw new DeletionFailed(goneText);
    feedback.info(proxyUnavailable());
    await byBackend(pod, choice, calls);
    feedback.done(podDeleted(pod.name));
    return;
  }
  if (announced) await calls.settle(announced._id, 'deleted').catch(() => undefined);
  else calls.report(pod, choice, 'deleted');
  feedback.done(podDeleted(pod.name));
}

/** @returns null if the backend is unavailable or failing. @throws DeletionFailed when it refuses */
function announce(pod: DeletablePod, choice: DeletionChoice, calls: DeletionCalls) {
  return calls.announce(pod, choice).catch((failure: unknown) => {
    if (isRefused(failure)) throw new DeletionFailed(failureMessage(failure));
    return null;
  });
}

const isRule = ({ cause }: DeletionChoice): boolean => cause === 'auto-delete' || cause === 'memory-pressure';

/** The server's message for a pod that vanished or changed on the way to the proxy; undefined if it is still there. */
function goneReason(failure: unknown, { onlyCandidate }: DeletionChoice): string | undefined {
  if (!(failure instanceof ProxyRefusal)) return undefined;
  if (failure.status === 404) return clusterErrors.POD_GONE.message;
  if (failure.status !== 409) return undefined;
  return onlyCandidate ? POD_CHANGED : clusterErrors.POD_REPLACED.message;
}

async function byBackend(pod: DeletablePod, choice: DeletionChoice, calls: DeletionCalls): Promise<void> {
  try {
    await calls.byBackend(pod, choice);
  } catch (failure) {
    throw new DeletionFailed(failureMessage(failure));
  }
}

const target = (pod: DeletablePod, choice: DeletionChoice) => ({
  podName: pod.name,
  namespace: pod.namespace,
  uid: pod.uid,
  ...choice,
});

const reportOf = (
  { uid, name, namespace, nodeName = '', status = '' }: DeletablePod,
  { cause, shownSessions = [] }: DeletionChoice,
  outcome: DeletionReport['outcome'],
) => ({
  ...{ podName: name, namespace, podUid: uid, nodeName, podStatus: status, sessions: shownSessions },
  // A rule deletes nothing while the backend is unavailable.
  cause: cause as DeletionReport['cause'],
  outcome,
  at: atServerClock(Date.now()).toISOString(),
});

/** The real calls; without a proxy its part fails at once, and the backend is called. */
export function deletionCalls(proxyUrl: string | null, actorId: string): DeletionCalls {
  const proxy = () => {
    if (proxyUrl === null) throw new Error('There is no cluster proxy');
    return proxyUrl;
  };
  return {
    announce: (pod, choice) => api.cluster.announceDeletion(target(pod, choice)),
    settle: (id, outcome, failure) =>
      api.cluster.settleDeletion({ id, outcome, ...(failure ? { failure: failure.slice(0, 500) } : {}) }),
    async byProxy(pod, resourceVersion) {
      await deleteByProxy(proxy(), pod, resourceVersion);
    },
    candidateVersion: async (pod) => readCandidateVersion(proxy(), pod),
    report: (pod, choice, outcome) => saveReport(window.localStorage, actorId, reportOf(pod, choice, outcome)),
    byBackend: (pod, choice) => api.cluster.deletePod(target(pod, choice)),
  };
}

import { clusterErrors, POD_CHANGED } from '@switchyard/contracts/cluster-errors';
import type { DeletionCause } from '@switchyard/contracts/pod-deletions';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { failed, podDeleted, proxyUnavailable, reasonOf } from '../rules/error-words.ts';
import { isRefused } from '../rules/refused.ts';
import { deleteByProxy, ProxyRefusal } from './cluster-proxy.ts';

export interface DeletablePod {
  uid: string;
  name: string;
  namespace: string;
}

/** Why it is deleted, and what must still hold then: the server looks again before. */
export interface DeletionChoice {
  cause: DeletionCause;
  /** Only while it has failed and serves no session. */
  onlyCandidate?: boolean;
  /** Ids of the sessions that the operator was told of; left out: it was said that they are not known. */
  shownSessions?: string[] | undefined;
}

/** How the operator is told what happens. */
export interface DeletionWords {
  done(text: string): void;
  info(text: string): void;
}

/** What the flow does outside of itself; tests hand in their own. */
export interface DeletionCalls {
  announce(pod: DeletablePod, choice: DeletionChoice): Promise<{ _id: string; resourceVersion: string | null }>;
  settle(id: string, outcome: 'deleted' | 'failed', failure?: string): Promise<unknown>;
  byProxy(pod: DeletablePod, resourceVersion: string | null): Promise<void>;
  byBackend(pod: DeletablePod, choice: DeletionChoice): Promise<unknown>;
}

/** The pod was not deleted; the message is the catalogue's, with the reason in it. */
export class DeletionFailed extends Error {
  override readonly name = 'DeletionFailed';
  readonly reason: string;
  constructor(reason?: string) {
    super(failed('deleteFailed', reason));
    this.reason = reasonOf(reason);
  }
}

/**
 * The pod deletion flow (spec 001 section 4): try the local cluster proxy; if it fails, tell the user and fall back to the backend; if that fails,
 * throw. The deletion is written down in the audit log before the proxy is asked, so that none goes unrecorded.
 * What the server refuses before, such as a pod that is gone, replaced or serves another session by now, is told as such at once, and so is a pod that went
 * on the way to the proxy: the backend could only say the same.
 * @throws DeletionFailed
 */
export async function deletePod(
  pod: DeletablePod,
  choice: DeletionChoice,
  calls: DeletionCalls,
  words: DeletionWords,
): Promise<void> {
  let announced: string | null = null;
  try {
    const { _id, resourceVersion } = await calls.announce(pod, choice);
    announced = _id;
    await calls.byProxy(pod, resourceVersion);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : '';
    // Of one that was not answered in time nobody knows whether it was done.
    const isUnknown = failure instanceof DOMException && failure.name === 'TimeoutError';
    if (announced !== null && !isUnknown) await calls.settle(announced, 'failed', reason).catch(() => undefined);
    if (isRefused(failure)) throw new DeletionFailed(failureMessage(failure));
    const goneWords = wordsIfGone(failure, choice);
    if (goneWords) throw new DeletionFailed(goneWords);
    words.info(proxyUnavailable());
    await byBackend(pod, choice, calls);
    announced = null;
  }
  if (announced !== null) await calls.settle(announced, 'deleted').catch(() => undefined);
  words.done(podDeleted(pod.name));
}

/** What the server would say of a pod that went or changed on the way to the proxy; undefined: it is there. */
function wordsIfGone(failure: unknown, { onlyCandidate }: DeletionChoice): string | undefined {
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

/** The real calls; without a proxy its part fails at once, and the backend is asked. */
export function deletionCalls(proxyUrl: string | null): DeletionCalls {
  return {
    announce: (pod, choice) => api.cluster.announceDeletion(target(pod, choice)),
    settle: (id, outcome, failure) =>
      api.cluster.settleDeletion({ id, outcome, ...(failure ? { failure: failure.slice(0, 500) } : {}) }),
    async byProxy(pod, resourceVersion) {
      if (proxyUrl === null) throw new Error('There is no cluster proxy');
      await deleteByProxy(proxyUrl, pod, resourceVersion);
    },
    byBackend: (pod, choice) => api.cluster.deletePod(target(pod, choice)),
  };
}

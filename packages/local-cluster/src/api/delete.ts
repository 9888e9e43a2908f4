import { type KubernetesObject, kubernetesTime, type Pod } from '@switchyard/kubernetes/objects';
import { badRequest, conflict, notFound } from '../kubernetes/status-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { Target } from './target.ts';

/** The supported `DeleteOptions`. */
export interface DeleteOptions {
  gracePeriodSeconds: number | null;
  /** Deletes only the object with this uid, not one recreated under its name. */
  uid: string | null;
  resourceVersion: string | null;
  /** Only reports what would be deleted. */
  isDry: boolean;
}

const POLICIES = ['Orphan', 'Background', 'Foreground'];

/**
 * Reads the options from the body or, if there is none, from the query, as the API server does.
 * @throws StatusError 400
 */
export function deleteOptions(body: unknown, query: URLSearchParams): DeleteOptions {
  const raw = (body ?? {
    gracePeriodSeconds: query.has('gracePeriodSeconds') ? Number(query.get('gracePeriodSeconds')) : undefined,
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
  }) as {
    kind?: unknown;
    gracePeriodSeconds?: unknown;
    propagationPolicy?: unknown;
    preconditions?: { uid?: unknown; resourceVersion?: unknown };
    dryRun?: unknown;
  };
  if (raw.kind !== undefined && raw.kind !== 'DeleteOptions') throw badRequest('the body must be DeleteOptions');
  const { gracePeriodSeconds: grace, propagationPolicy: policy, preconditions } = raw;
  if (grace !== undefined && grace !== null && (!Number.isInteger(grace) || (grace as number) < 0)) {
    throw badRequest(`invalid gracePeriodSeconds: ${String(grace)}`);
  }
  // Nothing here waits for dependents, so every policy has the same result: the object is deleted, then its dependents.
  if (policy !== undefined && policy !== null && !POLICIES.includes(String(policy))) {
    throw badRequest(`invalid propagationPolicy: ${String(policy)}`);
  }
  return {
    gracePeriodSeconds: typeof grace === 'number' ? grace : null,
    uid: typeof preconditions?.uid === 'string' ? preconditions.uid : null,
    resourceVersion: typeof preconditions?.resourceVersion === 'string' ? preconditions.resourceVersion : null,
    isDry: query.has('dryRun') || (Array.isArray(raw.dryRun) && raw.dryRun.length > 0),
  };
}

/**
 * Deletes an object. A running pod gets its grace period first: it stays, marked, until its node has ended it.
 * @returns the object after the call, or its last state
 * @throws StatusError 404, 409 if a precondition fails
 */
export function deleteObject(
  { resource, namespace, name }: Target,
  options: DeleteOptions,
  store: ObjectStore,
  /** Whether something terminates the pods of this node. */
  isNodeServed: (node: string) => boolean,
  nowMs: number,
): KubernetesObject {
  const object = store.find(resource.name, namespace, name ?? '')?.toObject();
  if (!object) throw notFound(resource.name, name ?? '');
  checkPreconditions(object, resource.name, options);
  if (options.isDry) return object;
  if (object.kind !== 'Pod') {
    store.remove(resource.name, namespace, object.metadata.name);
    return object;
  }
  const pod = object as Pod;
  const graceSeconds = options.gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
  if (graceSeconds === 0 || !isNodeServed(pod.spec.nodeName ?? '')) {
    store.remove(resource.name, namespace, pod.metadata.name);
    return pod;
  }
  return markForDeletion(pod, graceSeconds, store, nowMs);
}

function markForDeletion(pod: Pod, graceSeconds: number, store: ObjectStore, nowMs: number): KubernetesObject {
  const { namespace = '', name, deletionGracePeriodSeconds: before } = pod.metadata;
  // A second deletion may only shorten the grace period.
  if (before !== undefined && before <= graceSeconds) return pod;
  const deletion = { timestamp: kubernetesTime(nowMs + graceSeconds * 1_000), graceSeconds };
  const stored = store.find('pods', namespace, name);
  if (stored?.marked) return store.put('pods', (version) => stored.marked?.(deletion, version) ?? stored).toObject();
  const metadata = {
    ...pod.metadata,
    deletionTimestamp: deletion.timestamp,
    deletionGracePeriodSeconds: graceSeconds,
  };
  return store.replace('pods', { ...pod, metadata } as Pod);
}

function checkPreconditions(object: KubernetesObject, resource: string, options: DeleteOptions): void {
  const { name, uid, resourceVersion } = object.metadata;
  const wrongUid = options.uid !== null && options.uid !== uid;
  const wrongVersion = options.resourceVersion !== null && options.resourceVersion !== resourceVersion;
  if (!wrongUid && !wrongVersion) return;
  const what = wrongUid
    ? `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}).`
    : `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}).`;
  throw conflict(resource, name, `Precondition failed: ${what} The object might have been deleted and then recreated`);
}

import { DELETION_STATUSES } from '@switchyard/cluster-rules/deletion';
import { type PodForStatus, shownPodStatus } from '@switchyard/kubernetes/pod-status';

/** Body of the specified direct calls that delete a pod (spec 001 section 7). */
export const PROXY_DELETE_BODY = {
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  gracePeriodSeconds: 30,
  propagationPolicy: 'Foreground',
} as const;

/** Spec 001 section 9: 1000 lines, 100 when streaming. */
export const LOG_TAIL_LINES = 1000;
export const LOG_STREAM_TAIL_LINES = 100;

const CALL_TIMEOUT_MS = 5_000;

export interface PodName {
  namespace: string;
  name: string;
}

/** The address of a pod at the proxy; names are encoded (spec 001 section 5). */
export function podUrl(proxyUrl: string, { namespace, name }: PodName): string {
  return `${proxyUrl}/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

/** `…/log?tailLines=1000&container={container}`, with timestamps to merge by. */
export function logQuery(container: string): string {
  return `tailLines=${LOG_TAIL_LINES}&container=${encodeURIComponent(container)}&timestamps=true`;
}

/** The same query for the container's previous run. */
export function previousLogQuery(container: string): string {
  return `${logQuery(container)}&previous=true`;
}

/** `…/log?follow=true&tailLines=100&container={container}`, with timestamps. */
export function streamQuery(container: string): string {
  return `follow=true&tailLines=${LOG_STREAM_TAIL_LINES}&container=${encodeURIComponent(container)}&timestamps=true`;
}

/** Resumes a broken stream: everything since that second, however much it is. */
export function resumeQuery(container: string, sinceTime: string): string {
  return `follow=true&sinceTime=${encodeURIComponent(sinceTime)}&container=${encodeURIComponent(container)}&timestamps=true`;
}

/** The proxy answered with a refusal. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
  readonly status: number;
  readonly statusText: string;
  constructor(status: number, statusText: string, message: string) {
    super(message);
    this.status = status;
    this.statusText = statusText;
  }
}

/** Chrome asks the user once before a page may call loopback; this option declares the intent. */
type LocalRequest = RequestInit & { targetAddressSpace?: 'loopback' };

/** One call to the local cluster proxy. @throws ProxyRefusal, or a TypeError if the proxy is down */
export async function callProxy(url: string, init: LocalRequest = {}): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer = await fetch(url, { ...init, signal, credentials: 'omit', mode: 'cors' });
  if (answer.ok) return answer;
  const body: unknown = await answer.json().catch(() => null);
  const reason = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
  throw new ProxyRefusal(answer.status, answer.statusText, reason || answer.statusText || `Status ${answer.status}`);
}

/** Names of the containers that have logs. */
export interface ContainerNames {
  containers: readonly string[];
  initContainers: readonly string[];
}

/** Names of a pod's containers, from `spec.containers` (spec 001 section 7) and `spec.initContainers`. */
export async function readContainers(proxyUrl: string, pod: PodName): Promise<ContainerNames> {
  const answer = await callProxy(podUrl(proxyUrl, pod));
  type Declared = { name: string }[];
  const { spec } = (await answer.json()) as { spec?: { containers?: Declared; initContainers?: Declared } };
  const namesOf = (declared: Declared = []) => declared.map((container) => container.name);
  return { containers: namesOf(spec?.containers), initContainers: namesOf(spec?.initContainers) };
}

/**
 * The resource version in which a pod is a deletion candidate by its status; only the server knows its sessions.
 * @throws ProxyRefusal if it is not a candidate
 */
export async function readCandidateVersion(proxyUrl: string, pod: PodName & { uid: string }): Promise<string | null> {
  const answer = await callProxy(podUrl(proxyUrl, pod));
  const found = (await answer.json()) as PodForStatus & { metadata?: { uid?: string; resourceVersion?: string } };
  const isCandidate = found.metadata?.uid === pod.uid && DELETION_STATUSES.has(shownPodStatus(found).status);
  if (!isCandidate) throw new ProxyRefusal(409, 'Conflict', 'The pod is no candidate.');
  return found.metadata?.resourceVersion ?? null;
}

/**
 * Deletes a pod gracefully, provided that it is still the same pod and, with a `resourceVersion`, in the same state.
 */
export async function deleteByProxy(
  proxyUrl: string,
  pod: PodName & { uid: string },
  resourceVersion: string | null,
): Promise<void> {
  const preconditions = { uid: pod.uid, ...(resourceVersion !== null && { resourceVersion }) };
  await callProxy(podUrl(proxyUrl, pod), {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...PROXY_DELETE_BODY, preconditions }),
  });
}

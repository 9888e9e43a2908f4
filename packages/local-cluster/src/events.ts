import { randomBytes, randomUUID } from 'node:crypto';
import { type ClusterEvent, type KubernetesObject, kubernetesTime } from '@switchyard/kubernetes/objects';
import type { Clock } from './clock.ts';
import type { ObjectStore } from './store/object-store.ts';

export interface EventFacts {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
  /** The reporting component: `kubelet`, `default-scheduler`. */
  component: string;
  fieldPath?: string | undefined;
}

/** How long events are kept; the API server's default. */
const RETENTION_MS = 3_600_000;
/** Maximum number of events, so that a crash loop of thousands has a bounded cost. */
const MAX_EVENTS = 2_000;

/** Records what happens to objects as Event objects; a repeated event is counted, not written again. */
export class EventRecorder {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #host: string;
  readonly #byFacts = new Map<string, { namespace: string; name: string; lastMs: number }>();

  constructor(store: ObjectStore, clock: Clock, host: string) {
    this.#store = store;
    this.#clock = clock;
    this.#host = host;
  }

  record(about: KubernetesObject, facts: EventFacts): void {
    const nowMs = this.#clock.now();
    const now = kubernetesTime(nowMs);
    this.#forget(nowMs);
    const key = JSON.stringify([about.metadata.uid, facts.reason, facts.message, facts.fieldPath]);
    const namespace = about.metadata.namespace ?? 'default';
    const entry = this.#byFacts.get(key);
    const before = entry && (this.#store.find('events', entry.namespace, entry.name)?.toObject() as ClusterEvent);
    // Keep the map in order of last occurrence, so that the first to be dropped is at the front.
    this.#byFacts.delete(key);
    if (entry && before) {
      this.#byFacts.set(key, { ...entry, lastMs: nowMs });
      this.#store.replace('events', { ...before, count: before.count + 1, lastTimestamp: now } as ClusterEvent);
      return;
    }
    const name = `${about.metadata.name}.${randomBytes(8).toString('hex')}`;
    this.#byFacts.set(key, { namespace, name, lastMs: nowMs });
    this.#store.add('events', this.#event(about, facts, name, namespace, now));
  }

  #event(about: KubernetesObject, facts: EventFacts, name: string, namespace: string, now: string): ClusterEvent {
    const { metadata } = about;
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace, uid: randomUUID(), resourceVersion: '', creationTimestamp: now },
      involvedObject: {
        apiVersion: about.apiVersion,
        kind: about.kind,
        name: metadata.name,
        ...(metadata.namespace && { namespace: metadata.namespace }),
        // Events about nodes use the node's name as uid, as kubelet does; `kubectl describe node` looks for both.
        uid: about.kind === 'Node' ? metadata.name : metadata.uid,
        resourceVersion: metadata.resourceVersion,
        ...(facts.fieldPath && { fieldPath: facts.fieldPath }),
      },
      reason: facts.reason,
      message: facts.message,
      type: facts.type,
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      eventTime: null,
      source: { component: facts.component, ...(facts.component === 'kubelet' && { host: this.#host }) },
      reportingComponent: facts.component,
      reportingInstance: facts.component === 'kubelet' ? this.#host : '',
    };
  }

  #forget(nowMs: number): void {
    for (const [key, { namespace, name, lastMs }] of this.#byFacts) {
      if (nowMs - lastMs < RETENTION_MS && this.#byFacts.size < MAX_EVENTS) return;
      this.#byFacts.delete(key);
      this.#store.remove('events', namespace, name);
    }
  }
}

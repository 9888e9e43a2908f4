import type { ClusterEvent, KubernetesObject } from '@switchyard/kubernetes/objects';

/** An event in `events.k8s.io/v1` form: the same record with other field names. */
export function asEventsV1(object: KubernetesObject): KubernetesObject {
  const { metadata, involvedObject, reason, message, type, eventTime, ...rest } = object as ClusterEvent;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata,
    eventTime,
    reportingController: rest.reportingComponent,
    reportingInstance: rest.reportingInstance,
    reason,
    regarding: involvedObject,
    note: message,
    type,
    deprecatedSource: rest.source,
    deprecatedFirstTimestamp: rest.firstTimestamp,
    deprecatedLastTimestamp: rest.lastTimestamp,
    deprecatedCount: rest.count,
  } as KubernetesObject;
}

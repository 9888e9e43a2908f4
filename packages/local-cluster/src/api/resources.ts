import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { asEventsV1 } from './events-v1.ts';

/** A kind of object that the API serves: its discovery entry and supported requests. */
export interface Resource {
  /** Empty for the core group. */
  group: string;
  version: string;
  /** Plural, as in URLs. */
  name: string;
  singular: string;
  kind: string;
  namespaced: boolean;
  shortNames: string[];
  categories?: string[];
  verbs: string[];
  /** Fields usable in field selectors. */
  selectableFields: readonly string[];
  subresources?: { name: string; kind: string; verbs: string[]; group?: string; version?: string }[];
  /** Readable only with the cluster's token. */
  confidential?: boolean;
  /** Converts a stored object to this group's form; default: unchanged. */
  present?: (object: KubernetesObject) => KubernetesObject;
}

const METADATA_FIELDS = ['metadata.name', 'metadata.namespace'] as const;

export const PODS: Resource = {
  group: '',
  version: 'v1',
  name: 'pods',
  singular: 'pod',
  kind: 'Pod',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'watch'],
  selectableFields: [
    ...METADATA_FIELDS,
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  subresources: [
    { name: 'eviction', kind: 'Eviction', verbs: ['create'], group: 'policy', version: 'v1' },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'status', kind: 'Pod', verbs: ['get'] },
  ],
};

export const NODES: Resource = {
  group: '',
  version: 'v1',
  name: 'nodes',
  singular: 'node',
  kind: 'Node',
  namespaced: false,
  shortNames: ['no'],
  verbs: ['get', 'list', 'patch', 'watch'],
  selectableFields: ['metadata.name', 'spec.unschedulable'],
  subresources: [{ name: 'status', kind: 'Node', verbs: ['get'] }],
};

export const NAMESPACES: Resource = {
  group: '',
  version: 'v1',
  name: 'namespaces',
  singular: 'namespace',
  kind: 'Namespace',
  namespaced: false,
  shortNames: ['ns'],
  verbs: ['create', 'get', 'list', 'watch'],
  selectableFields: ['metadata.name', 'status.phase'],
};

export const EVENTS: Resource = {
  group: '',
  version: 'v1',
  name: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'],
  verbs: ['get', 'list', 'watch'],
  selectableFields: [
    ...METADATA_FIELDS,
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
};

/** The same events in their newer group's form. */
export const EVENTS_V1: Resource = {
  ...EVENTS,
  group: 'events.k8s.io',
  selectableFields: [
    ...METADATA_FIELDS,
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'reason',
    'reportingController',
    'type',
  ],
  present: asEventsV1,
};

/** Access reviews: created by POST, answered and not stored. */
export const ACCESS_REVIEWS: Resource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  name: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  kind: 'SelfSubjectAccessReview',
  namespaced: false,
  shortNames: [],
  verbs: ['create'],
  selectableFields: [],
};

export const SECRETS: Resource = {
  group: '',
  version: 'v1',
  name: 'secrets',
  singular: 'secret',
  kind: 'Secret',
  namespaced: true,
  shortNames: [],
  verbs: ['create', 'delete', 'get', 'list', 'watch'],
  selectableFields: [...METADATA_FIELDS, 'type'],
  confidential: true,
};

const METRICS = { group: 'metrics.k8s.io', version: 'v1beta1', shortNames: [], verbs: ['get', 'list'] };

export const NODE_METRICS: Resource = {
  ...METRICS,
  name: 'nodes',
  singular: '',
  kind: 'NodeMetrics',
  namespaced: false,
  selectableFields: [],
};

export const POD_METRICS: Resource = {
  ...METRICS,
  name: 'pods',
  singular: '',
  kind: 'PodMetrics',
  namespaced: true,
  selectableFields: [],
};

export const RESOURCES: readonly Resource[] = [
  EVENTS,
  NAMESPACES,
  NODES,
  PODS,
  SECRETS,
  EVENTS_V1,
  ACCESS_REVIEWS,
  NODE_METRICS,
  POD_METRICS,
];

/** `v1`, or `group/version`. */
export function apiVersionOf(resource: Pick<Resource, 'group' | 'version'>): string {
  return resource.group ? `${resource.group}/${resource.version}` : resource.version;
}

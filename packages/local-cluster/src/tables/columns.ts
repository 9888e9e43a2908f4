import { humanDuration } from '@switchyard/kubernetes/duration';
import { shownNodeRoles, shownNodeStatus } from '@switchyard/kubernetes/node-status';
import type { ClusterEvent, KubernetesObject, Namespace, Node, Pod, Secret } from '@switchyard/kubernetes/objects';
import { type ShownPodStatus, shownPodStatus } from '@switchyard/kubernetes/pod-status';

/** A column of a printed table. `wide` columns appear only with `-o wide`. */
export interface Column<T> {
  name: string;
  type: 'string' | 'integer';
  format?: 'name';
  wide?: boolean;
  cell: (object: T, nowMs: number) => string | number;
}

const NONE = '<none>';

function age(timestamp: string | null | undefined, nowMs: number): string {
  return timestamp ? humanDuration(nowMs - Date.parse(timestamp)) : '<unknown>';
}

const name: Column<KubernetesObject> = {
  name: 'Name',
  type: 'string',
  format: 'name',
  cell: ({ metadata }) => metadata.name,
};
const ageColumn: Column<KubernetesObject> = {
  name: 'Age',
  type: 'string',
  cell: ({ metadata }, now) => age(metadata.creationTimestamp, now),
};

/** Cache for the three columns of a row that need the same status. */
let lastShown: { pod: Pod; status: ShownPodStatus } | null = null;

function shown(pod: Pod): ShownPodStatus {
  if (lastShown?.pod !== pod) lastShown = { pod, status: shownPodStatus(pod) };
  return lastShown.status;
}

/** The columns kubectl shows, following `pkg/printers/internalversion/printers.go`. */
const podColumns: Column<Pod>[] = [
  name,
  {
    name: 'Ready',
    type: 'string',
    cell: (pod) => {
      const { readyContainers, totalContainers } = shown(pod);
      return `${readyContainers}/${totalContainers}`;
    },
  },
  { name: 'Status', type: 'string', cell: (pod) => shown(pod).status },
  {
    name: 'Restarts',
    type: 'string',
    cell: (pod, now) => {
      const { restarts, lastRestartAt } = shown(pod);
      return restarts > 0 && lastRestartAt ? `${restarts} (${age(lastRestartAt, now)} ago)` : String(restarts);
    },
  },
  ageColumn,
  { name: 'IP', type: 'string', wide: true, cell: ({ status }) => status.podIPs?.[0]?.ip ?? status.podIP ?? NONE },
  { name: 'Node', type: 'string', wide: true, cell: ({ spec }) => spec.nodeName || NONE },
  { name: 'Nominated Node', type: 'string', wide: true, cell: ({ status }) => status.nominatedNodeName || NONE },
  {
    name: 'Readiness Gates',
    type: 'string',
    wide: true,
    cell: ({ spec, status }) => {
      const gates = spec.readinessGates ?? [];
      if (gates.length === 0) return NONE;
      const open = gates.filter((gate) =>
        status.conditions?.some((condition) => condition.type === gate.conditionType && condition.status === 'True'),
      );
      return `${open.length}/${gates.length}`;
    },
  },
];

const nodeColumns: Column<Node>[] = [
  name,
  { name: 'Status', type: 'string', cell: shownNodeStatus },
  { name: 'Roles', type: 'string', cell: shownNodeRoles },
  ageColumn,
  { name: 'Version', type: 'string', cell: ({ status }) => status.nodeInfo.kubeletVersion ?? '' },
  { name: 'Internal-IP', type: 'string', wide: true, cell: (node) => address(node, 'InternalIP') },
  { name: 'External-IP', type: 'string', wide: true, cell: (node) => address(node, 'ExternalIP') },
  { name: 'OS-Image', type: 'string', wide: true, cell: ({ status }) => status.nodeInfo.osImage || '<unknown>' },
  {
    name: 'Kernel-Version',
    type: 'string',
    wide: true,
    cell: ({ status }) => status.nodeInfo.kernelVersion || '<unknown>',
  },
  {
    name: 'Container-Runtime',
    type: 'string',
    wide: true,
    cell: ({ status }) => status.nodeInfo.containerRuntimeVersion || '<unknown>',
  },
];

function address(node: Node, type: string): string {
  return node.status.addresses.find((address) => address.type === type)?.address ?? NONE;
}

const namespaceColumns: Column<Namespace>[] = [
  name,
  { name: 'Status', type: 'string', cell: ({ status }) => status.phase },
  ageColumn,
];

const eventColumns: Column<ClusterEvent>[] = [
  {
    name: 'Last Seen',
    type: 'string',
    cell: (event, now) => {
      const last = age(event.lastTimestamp, now);
      return event.count > 1 ? `${last} (x${event.count} over ${age(event.firstTimestamp, now)})` : last;
    },
  },
  { name: 'Type', type: 'string', cell: ({ type }) => type },
  { name: 'Reason', type: 'string', cell: ({ reason }) => reason },
  {
    name: 'Object',
    type: 'string',
    cell: ({ involvedObject }) => `${involvedObject.kind.toLowerCase()}/${involvedObject.name}`,
  },
  { name: 'Subobject', type: 'string', wide: true, cell: ({ involvedObject }) => involvedObject.fieldPath ?? '' },
  {
    name: 'Source',
    type: 'string',
    wide: true,
    cell: ({ source }) => (source.host ? `${source.component}, ${source.host}` : source.component),
  },
  { name: 'Message', type: 'string', cell: ({ message }) => message.trim() },
  { name: 'First Seen', type: 'string', wide: true, cell: (event, now) => age(event.firstTimestamp, now) },
  { name: 'Count', type: 'integer', wide: true, cell: ({ count }) => count },
  { ...(name as Column<ClusterEvent>), wide: true },
];

const secretColumns: Column<Secret>[] = [
  name,
  { name: 'Type', type: 'string', cell: ({ type }) => type },
  { name: 'Data', type: 'integer', cell: ({ data }) => Object.keys(data).length },
  ageColumn,
];

const COLUMNS: Record<string, readonly unknown[]> = {
  Pod: podColumns,
  Node: nodeColumns,
  Namespace: namespaceColumns,
  Event: eventColumns,
  Secret: secretColumns,
};

/** The columns of a kind; name and age by default. */
export function columnsOf(kind: string): readonly Column<KubernetesObject>[] {
  return (COLUMNS[kind] as readonly Column<KubernetesObject>[] | undefined) ?? [name, ageColumn];
}

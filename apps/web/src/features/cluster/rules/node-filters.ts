import { percentOf, podMemoryPercent } from '@switchyard/cluster-rules/usage';

export interface UsageFilter {
  /** Percent; applies only when greater than 0 (spec 001 section 5). */
  cpuThreshold: number;
  memoryThreshold: number;
  /** Case-insensitive contains match (spec 001 section 5). */
  name: string;
}

export interface PodUsageFilter extends UsageFilter {
  enabled: boolean;
}

export const NO_NODE_FILTER: UsageFilter = { cpuThreshold: 0, memoryThreshold: 0, name: '' };
/**
 * The pod filter is initially off, with the common prefix of engine pods (spec 001 section 9: a default name that is a
 * fixed pod name).
 */
export const DEFAULT_POD_FILTER: PodUsageFilter = {
  enabled: false,
  cpuThreshold: 0,
  memoryThreshold: 0,
  name: 'engine',
};

/** Usage and capacity, CPU in millicores and memory in bytes. */
export interface Metrics {
  cpu: { usage: number; capacity: number };
  memory: { usage: number; capacity: number };
}

export interface FilterablePod {
  name: string;
  metrics: Metrics;
}

export interface FilterableNode<Pod extends FilterablePod = FilterablePod> {
  name: string;
  metrics: Metrics;
  pods: readonly Pod[];
}

export const cpuPercentOf = (metrics: Metrics) => percentOf(metrics.cpu.usage, metrics.cpu.capacity);
export const nodeMemoryPercentOf = (metrics: Metrics) => percentOf(metrics.memory.usage, metrics.memory.capacity);
export const podMemoryPercentOf = (metrics: Metrics) => podMemoryPercent(metrics.memory.usage);

function passes(name: string, cpuPercent: number, memoryPercent: number, filter: UsageFilter): boolean {
  if (filter.cpuThreshold > 0 && !(cpuPercent >= filter.cpuThreshold)) return false;
  if (filter.memoryThreshold > 0 && !(memoryPercent >= filter.memoryThreshold)) return false;
  return name.toLowerCase().includes(filter.name.trim().toLowerCase());
}

/** Whether a node matches its own filter, regardless of its pods. */
export function passesNodeFilter(node: FilterableNode, filter: UsageFilter): boolean {
  return passes(node.name, cpuPercentOf(node.metrics), nodeMemoryPercentOf(node.metrics), filter);
}

export function passesPodFilter(pod: FilterablePod, filter: PodUsageFilter): boolean {
  return !filter.enabled || passes(pod.name, cpuPercentOf(pod.metrics), podMemoryPercentOf(pod.metrics), filter);
}

/**
 * The shown nodes, each with its shown pods (spec 001 section 5): both filters combine with AND, and a node without
 * matching pods is hidden.
 */
export function filterNodes<Pod extends FilterablePod, Node extends FilterableNode<Pod>>(
  nodes: readonly Node[],
  nodeFilter: UsageFilter,
  podFilter: PodUsageFilter,
): { node: Node; pods: Pod[] }[] {
  return nodes
    .filter((node) => passesNodeFilter(node, nodeFilter))
    .map((node) => ({ node, pods: node.pods.filter((pod) => passesPodFilter(pod, podFilter)) }))
    .filter(({ pods }) => !podFilter.enabled || pods.length > 0);
}

export const NODE_SORT_KEYS = ['name', 'status', 'role', 'version', 'pods', 'age', 'cpu', 'memory', 'taints'] as const;
export interface NodeSort {
  key: (typeof NODE_SORT_KEYS)[number];
  descending: boolean;
}

/** Memory percent, descending (spec 001 section 9). */
export const DEFAULT_NODE_SORT: NodeSort = { key: 'memory', descending: true };

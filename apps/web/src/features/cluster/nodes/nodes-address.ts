import { amountOf, namesOf, textOf, writtenSearch } from '../address/search-values.ts';
import type { ScreenAddress } from '../address/use-screen-state.ts';
import {
  DEFAULT_NODE_SORT,
  DEFAULT_POD_FILTER,
  NODE_SORT_KEYS,
  type NodeSort,
  type PodUsageFilter,
  type UsageFilter,
} from '../rules/node-filters.ts';

/** So many opened nodes are kept in the address. */
const MOST_OPEN = 20;

export interface NodesState {
  /** All nodes, not only those that carry gateway pods. */
  isAll: boolean;
  node: UsageFilter;
  pod: PodUsageFilter;
  sort: NodeSort;
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
}

/** The nodes monitor in its address: `?nodes=all&memory=60&sort=-cpu`. */
export const nodesAddress: ScreenAddress<NodesState> = {
  read: (search) => ({
    isAll: search.nodes === 'all',
    node: {
      cpuThreshold: amountOf(search, 'cpu'),
      memoryThreshold: amountOf(search, 'memory'),
      name: textOf(search, 'name'),
    },
    pod: {
      enabled: search.pods === 1,
      cpuThreshold: amountOf(search, 'podCpu'),
      memoryThreshold: amountOf(search, 'podMemory'),
      name: search.podName === undefined ? DEFAULT_POD_FILTER.name : textOf(search, 'podName'),
    },
    sort: readSort(textOf(search, 'sort')),
    open: namesOf(search, 'open'),
  }),
  write: ({ isAll, node, pod, sort, open }) => ({
    ...writtenSearch({
      nodes: isAll ? 'all' : null,
      cpu: node.cpuThreshold,
      memory: node.memoryThreshold,
      name: node.name,
      pods: pod.enabled,
      podCpu: pod.cpuThreshold,
      podMemory: pod.memoryThreshold,
      sort: isDefaultSort(sort) ? null : `${sort.descending ? '-' : ''}${sort.key}`,
      open: open.slice(-MOST_OPEN).join(','),
    }),
    // Empty is another name than the default one.
    ...(pod.name === DEFAULT_POD_FILTER.name ? {} : { podName: pod.name }),
  }),
};

function readSort(text: string): NodeSort {
  const key = NODE_SORT_KEYS.find((one) => one === text.replace(/^-/, ''));
  return key ? { key, descending: text.startsWith('-') } : DEFAULT_NODE_SORT;
}

const isDefaultSort = (sort: NodeSort) =>
  sort.key === DEFAULT_NODE_SORT.key && sort.descending === DEFAULT_NODE_SORT.descending;

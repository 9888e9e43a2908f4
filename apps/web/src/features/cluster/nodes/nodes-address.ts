import { amount, combineCodecs, flag, names, parameter, text } from '../address/codecs.ts';
import {
  DEFAULT_NODE_SORT,
  DEFAULT_POD_FILTER,
  NODE_SORT_KEYS,
  type NodeSort,
  type PodUsageFilter,
  type UsageFilter,
} from '../rules/node-filters.ts';

/** Maximum number of expanded nodes kept in the address. */
const MAX_OPEN = 20;

export interface NodesState {
  /** All nodes, not only those that carry gateway pods. */
  isAll: boolean;
  node: UsageFilter;
  pod: PodUsageFilter;
  sort: NodeSort;
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
}

/** The nodes monitor's search parameters: `?nodes=all&memory=60&sort=-cpu`. */
export const nodesAddress = combineCodecs<NodesState>({
  isAll: flag('nodes', 'all'),
  node: combineCodecs<UsageFilter>({
    cpuThreshold: amount('cpu'),
    memoryThreshold: amount('memory'),
    name: text('name'),
  }),
  pod: combineCodecs<PodUsageFilter>({
    enabled: flag('pods'),
    cpuThreshold: amount('podCpu'),
    memoryThreshold: amount('podMemory'),
    name: text('podName', DEFAULT_POD_FILTER.name),
  }),
  sort: parameter('sort', readSort, (sort) => (written(sort) === written(DEFAULT_NODE_SORT) ? null : written(sort))),
  open: names('open', MAX_OPEN),
});

const written = ({ key, descending }: NodeSort) => `${descending ? '-' : ''}${key}`;

function readSort(search: string | number = ''): NodeSort {
  const key = NODE_SORT_KEYS.find((candidate) => search === candidate || search === `-${candidate}`);
  return key ? { key, descending: search !== key } : DEFAULT_NODE_SORT;
}

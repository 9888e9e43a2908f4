import type { NodeType } from '@switchyard/contracts/cluster/rows';
import { choice, combineCodecs, names, namesIn, parameter, text } from '../address/codecs.ts';
import { type PodSort, podSortInAddress } from '../rules/pod-sort.ts';

export const NODE_TYPES: readonly NodeType[] = ['gateway', 'normal'];
/** Maximum number of expanded nodes kept in the address. */
const MAX_OPEN = 20;

export interface OptimizerState {
  tab: 'overview' | 'nodes' | 'sessions';
  /** Sub-tab of Nodes & Pods. */
  view: 'utilization' | 'health';
  /** Node types that are shown. */
  types: readonly NodeType[];
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
  podSearch: string;
  /** Sort of Pod Health: by memory, heaviest first, until another column is chosen (spec 001 section 2.1). */
  podSort: PodSort;
  sessionSearch: string;
}

/** The optimizer's search parameters: `?tab=nodes&view=health&types=gateway&pods=error`. */
export const optimizerAddress = combineCodecs<OptimizerState>({
  tab: choice('tab', ['overview', 'nodes', 'sessions'], 'overview'),
  view: choice('view', ['utilization', 'health'], 'utilization'),
  types: parameter(
    'types',
    (written) => (written === undefined ? NODE_TYPES : NODE_TYPES.filter((type) => namesIn(written).includes(type))),
    (types) => (types.length === NODE_TYPES.length ? null : types.join(',') || 'none'),
  ),
  open: names('open', MAX_OPEN),
  podSearch: text('pods'),
  podSort: podSortInAddress('sort', { id: 'memory', desc: true }),
  sessionSearch: text('sessions'),
});

import type { NodeType } from '@switchyard/contracts/cluster-rows';
import { choiceOf, namesOf, textOf, writtenSearch } from '../address/search-values.ts';
import type { ScreenAddress } from '../address/use-screen-state.ts';

const TABS = ['overview', 'nodes', 'sessions'] as const;
const VIEWS = ['utilization', 'health'] as const;
export const NODE_TYPES: readonly NodeType[] = ['gateway', 'normal'];
/** So many opened nodes are kept in the address. */
const MOST_OPEN = 20;

export interface OptimizerState {
  tab: (typeof TABS)[number];
  /** Sub-tab of Nodes & Pods. */
  view: (typeof VIEWS)[number];
  /** Node types that are shown. */
  types: readonly NodeType[];
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
  podSearch: string;
  /** Pod Health by memory: heaviest first unless this. */
  isLightestFirst: boolean;
  sessionSearch: string;
}

/** The optimizer in its address: `?tab=nodes&view=health&types=gateway&pods=error`. */
export const optimizerAddress: ScreenAddress<OptimizerState> = {
  read: (search) => ({
    tab: choiceOf(search, 'tab', TABS) ?? 'overview',
    view: choiceOf(search, 'view', VIEWS) ?? 'utilization',
    types:
      search.types === undefined ? NODE_TYPES : NODE_TYPES.filter((type) => namesOf(search, 'types').includes(type)),
    open: namesOf(search, 'open'),
    podSearch: textOf(search, 'pods'),
    isLightestFirst: search.memory === 'lightest',
    sessionSearch: textOf(search, 'sessions'),
  }),
  write: ({ tab, view, types, open, podSearch, isLightestFirst, sessionSearch }) =>
    writtenSearch({
      tab: tab === 'overview' ? null : tab,
      view: view === 'utilization' ? null : view,
      types: types.length === NODE_TYPES.length ? null : types.join(',') || 'none',
      open: open.slice(-MOST_OPEN).join(','),
      pods: podSearch,
      memory: isLightestFirst ? 'lightest' : null,
      sessions: sessionSearch,
    }),
};

import type { NodeType, PodRow } from '@switchyard/contracts/cluster/rows';
import type { ReactNode } from 'react';
import type { ScreenState } from '../address/use-screen-state.ts';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import type { OptimizerState } from './optimizer-address.ts';

/** A whole list is sorted at most this often; the visible rows change with every frame. */
export const ORDER_MS = 300;

/** Props of both sub-tabs of Nodes & Pods. */
export interface NodesPart {
  store: ClusterStore;
  sessions: EngineSessions;
  types: ReadonlySet<NodeType>;
  actions: (pod: PodRow) => ReactNode;
  onPodKey: (key: string, pod: PodRow) => boolean;
  screen: ScreenState<OptimizerState>;
}

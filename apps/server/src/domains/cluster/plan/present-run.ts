import { type PlanRun, planRun } from '@switchyard/contracts/cluster/plan';
import { presenter } from '../../../platform/presenter.ts';
import { isCordoned } from '../forecast/read-forecast.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import type { PlanRunRecord } from './plan.queries.ts';
import { presentAffected } from './read-plan.ts';

const presentSharedFields = presenter(planRun);
/** A run as operators see it. */
export function presentRun(run: PlanRunRecord, clusterState: Pick<ClusterState, 'node'>): PlanRun {
  const node = clusterState.node(run.nodeName);
  return {
    ...presentSharedFields(run),
    isCordoned: node !== undefined && isCordoned(node),
    moves: run.moves.map((move) => ({
      podUid: move.podUid,
      podName: move.podName,
      namespace: move.namespace,
      memoryBytes: move.memoryBytes,
      expectedOn: move.expectedOn,
      sessions: move.sessions.map(presentAffected),
      state: move.state,
      landedOn: move.landedOn,
      tookMs: move.tookMs,
    })),
    startedBy: run.actorEmail,
  };
}

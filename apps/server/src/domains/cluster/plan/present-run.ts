import { type PlanRun, planRun } from '@switchyard/contracts/cluster/plan';
import { presenter } from '../../../platform/presenter.ts';
import { isCordoned } from '../forecast/read-forecast.ts';
import type { ClusterState } from '../picture/cluster-state.ts';
import type { PlanRunRecord } from './plan.queries.ts';
import { touched } from './read-plan.ts';

const same = presenter(planRun);
/** A run as operators see it. */
export function presentRun(run: PlanRunRecord, picture: Pick<ClusterState, 'node'>): PlanRun {
  const node = picture.node(run.nodeName);
  return {
    ...same(run),
    isCordoned: node !== undefined && isCordoned(node),
    moves: run.moves.map((move) => ({
      podUid: move.podUid,
      podName: move.podName,
      namespace: move.namespace,
      memoryBytes: move.memoryBytes,
      expectedOn: move.expectedOn,
      sessions: move.sessions.map(touched),
      state: move.state,
      landedOn: move.landedOn,
      tookMs: move.tookMs,
    })),
    startedBy: run.actorEmail,
  };
}

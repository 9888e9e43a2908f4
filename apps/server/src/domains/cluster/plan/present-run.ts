import type { PlanRun } from '@switchyard/contracts/cluster/plan';
import { isCordoned } from '../forecast/read-forecast.ts';
import type { ClusterState } from '../picture/cluster-state.ts';
import type { PlanRunRecord } from './plan.queries.ts';
import { touched } from './read-plan.ts';

/** A run as operators see it. */
export function presentRun(run: PlanRunRecord, picture: Pick<ClusterState, 'node'>): PlanRun {
  const node = picture.node(run.nodeName);
  return {
    _id: run.id,
    nodeName: run.nodeName,
    purpose: run.purpose,
    state: run.state,
    going: run.going,
    cordonedByRun: run.cordonedByRun,
    isCordoned: node !== undefined && isCordoned(node),
    problem: run.problem,
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
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
  };
}

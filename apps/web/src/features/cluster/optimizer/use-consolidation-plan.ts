import type { ConsolidationPlan } from '@switchyard/cluster-rules/consolidation-plan';
import { useEffect, useRef, useState } from 'react';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { nextTask } from '../feed/next-task.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import { planPortions } from './plan-of-cluster.ts';
import type { PlanRequest } from './plan-worker.ts';

/** Planning walks the whole cluster, so it is done anew at most this often. */
const PLAN_MS = 15_000;

/** The plan for the cluster as it is, made by a worker; null until the first is there, and none is made while the sessions are not known. */
export function useConsolidationPlan(store: ClusterStore, byPod: EngineSessions['byPod']): ConsolidationPlan | null {
  const version = useSlowClusterVersion(store, PLAN_MS);
  const [plan, setPlan] = useState<ConsolidationPlan | null>(null);
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    const made = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = (event: MessageEvent<ConsolidationPlan>) => setPlan(event.data);
    worker.current = made;
    return () => made.terminate();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is in the store
  useEffect(() => {
    const planner = worker.current;
    if (!store.isComplete || !planner || !byPod.isKnown) return;
    const sessions = byPod.value;
    let isOutdated = false;
    const tell = (request: PlanRequest) => planner.postMessage(request);
    const handOver = async () => {
      tell('begin');
      for (const portion of planPortions(store, (name) => sessions.get(name)?.length ?? 0)) {
        tell(portion);
        await nextTask();
        if (isOutdated) return;
      }
      tell('plan');
    };
    void handOver();
    return () => {
      isOutdated = true;
    };
  }, [store, version, store.isComplete, byPod]);
  return plan;
}

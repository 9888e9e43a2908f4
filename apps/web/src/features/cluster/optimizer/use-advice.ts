import { useMutation, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const FORECAST_MS = 15_000;
const PLAN_MS = 20_000;
/** Poll intervals while a node is being worked on, and otherwise. */
const RUNNING_MS = 1_000;
const IDLE_MS = 10_000;
/** More than anyone does at once. */
const MAX_RUNS = 50;

export const useForecast = () => useQuery(apiQuery.cluster.forecast.queryOptions({ refetchInterval: FORECAST_MS }));

export const usePlan = () => useQuery(apiQuery.cluster.plan.queryOptions({ refetchInterval: PLAN_MS }));

/** Nodes that are being emptied or relieved, whoever started it. */
export const usePlanRuns = () =>
  useQuery(
    apiQuery.cluster.planRuns.queryOptions({
      input: { isOpen: 'true', limit: MAX_RUNS },
      refetchInterval: ({ state }) => ((state.data?.data.length ?? 0) > 0 ? RUNNING_MS : IDLE_MS),
    }),
  );

/** An operator's commands for a run. Each updates the screen at once, and refetches the plan. */
export function useRunCommands() {
  const options = {
    networkMode: 'always' as const,
    meta: { rereads: [apiQuery.cluster.planRuns.key(), apiQuery.cluster.plan.key(), apiQuery.cluster.forecast.key()] },
  };
  return {
    start: useMutation(apiQuery.cluster.startPlanRun.mutationOptions(options)),
    advance: useMutation(apiQuery.cluster.advancePlanRun.mutationOptions(options)),
    stop: useMutation(apiQuery.cluster.stopPlanRun.mutationOptions(options)),
    end: useMutation(apiQuery.cluster.endPlanRun.mutationOptions(options)),
  };
}

import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { memo } from 'react';
import { ConsolidationPlanCard } from './consolidation-plan-card.tsx';
import { PressureForecastCard } from './pressure-forecast-card.tsx';
import { RunCard } from './run-card.tsx';
import { useForecast, usePlan, usePlanRuns } from './use-advice.ts';

/** Height reserved until all of it is known: a later part would push the rest down. */
const ROOM_PX = 320;

/**
 * The optimizer's advice: nodes that will run short of memory, and nodes that could be emptied. Nothing happens until
 * an operator confirms.
 */
export const Advice = memo(function Advice() {
  const runs = usePlanRuns();
  const isPending = [runs, useForecast(), usePlan()].some((query) => query.isPending);
  if (isPending) return <Skeleton h={ROOM_PX} />;
  return (
    <Stack gap="md">
      {runs.data?.data.map((run) => (
        <RunCard key={run._id} run={run} />
      ))}
      {/* Side by side if there is space, so that a new forecast does not push a plan away from under the pointer. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <PressureForecastCard />
        <ConsolidationPlanCard />
      </SimpleGrid>
    </Stack>
  );
});

import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { memo } from 'react';
import { ConsolidationPlanCard } from './consolidation-plan-card.tsx';
import { PressureForecastCard } from './pressure-forecast-card.tsx';
import { RunCard } from './run-card.tsx';
import { useForecast, usePlan, usePlanRuns } from './use-advice.ts';

/** Until all of it is known: what came above later would push the rest down. */
const ROOM_PX = 320;

/**
 * What the optimizer advises: nodes that will run short of memory, and nodes that could be emptied. Nothing happens
 * before somebody says so.
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
      {/* Beside one another where there is room: a node that is foreseen to fill pushes no plan away from under a hand. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <PressureForecastCard />
        <ConsolidationPlanCard />
      </SimpleGrid>
    </Stack>
  );
});

import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { mapKnown } from '@switchyard/cluster-rules/known';
import { forecastPressure } from '@switchyard/cluster-rules/pressure-forecast';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import classes from '../components/console.module.css';
import { DeletePodDialog } from '../components/delete-pod-dialog.tsx';
import { memoryWords } from '../components/units.ts';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore, PodView } from '../feed/cluster-store.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import '../texts.ts';

const FORECAST_MS = 5_000;
/** Until the first usage is known. */
const FIRST_MS = 250;
const MOST_SHOWN = 10;

/** Which nodes will cross 90% within 30 minutes, and their heaviest pod, so that it is moved before it is killed. */
export function PressureForecast({ store, byPod }: { store: ClusterStore; byPod: EngineSessions['byPod'] }) {
  const { t } = useTranslation('cluster');
  const [moved, setMoved] = useState<PodView | null>(null);
  useSlowClusterVersion(store, isMeasured(store) ? FORECAST_MS : FIRST_MS);
  const measured = [...store.nodes()].flatMap(({ node, memoryBytes, growthBytesPerMinute }) =>
    memoryBytes === null
      ? []
      : { name: node.name, memoryBytes, capacityBytes: node.capacityBytes, growthBytesPerMinute },
  );
  const forecasts = forecastPressure(measured);
  return (
    <Card className={classes.card} aria-label={t('plan.forecast')}>
      <Title order={2} size="h3" mb={8}>
        {t('plan.forecast')}
      </Title>
      {forecasts.length === 0 && (
        <Text size="sm">{measured.length === 0 ? t('optimizer.memoryUnknown') : t('plan.forecastNone')}</Text>
      )}
      <Stack gap="sm">
        {forecasts.slice(0, MOST_SHOWN).map((forecast) => {
          const heaviest = heaviestOn(store, forecast.nodeName);
          const percent = Math.round(forecast.percent);
          const words =
            forecast.crossesInMs === 0
              ? t('plan.forecastNow', { node: forecast.nodeName, percent })
              : t('plan.forecastIn', {
                  node: forecast.nodeName,
                  percent,
                  minutes: Math.max(1, Math.round(forecast.crossesInMs / 60_000)),
                  growth: memoryWords(forecast.growthBytesPerMinute),
                });
          return (
            <Group key={forecast.nodeName} justify="space-between">
              <div>
                <Text size="sm" fw={550}>
                  {words}
                </Text>
                {heaviest && (
                  <Text size="xs" c="dimmed">
                    {t('plan.forecastHeaviest', {
                      pod: heaviest.pod.name,
                      memory: memoryWords(heaviest.memoryBytes ?? 0),
                    })}
                  </Text>
                )}
              </div>
              {heaviest && (
                <Button size="xs" variant="default" onClick={() => setMoved(heaviest)}>
                  {t('plan.forecastMove')}
                </Button>
              )}
            </Group>
          );
        })}
      </Stack>
      <DeletePodDialog
        pod={moved?.pod ?? null}
        sessions={mapKnown(byPod, (known) => known.get(moved?.pod.name ?? '') ?? [])}
        cause="pressure-forecast"
        title={t('plan.confirmTitle')}
        onClose={() => setMoved(null)}
      />
    </Card>
  );
}

function isMeasured(store: ClusterStore): boolean {
  for (const node of store.nodes()) if (node.memoryBytes !== null) return true;
  return false;
}

function heaviestOn(store: ClusterStore, nodeName: string): PodView | null {
  let heaviest: PodView | null = null;
  for (const uid of store.podsOn(nodeName)) {
    const view = store.pod(uid);
    if (!view || view.pod.pinned || view.pod.status !== 'Running') continue;
    if ((view.memoryBytes ?? 0) > (heaviest?.memoryBytes ?? 0)) heaviest = view;
  }
  return heaviest;
}

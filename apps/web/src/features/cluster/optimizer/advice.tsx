import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { isRefilled, type PlanMove, type PlanStep } from '@switchyard/cluster-rules/consolidation-plan';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ActDialog } from '../components/act-dialog.tsx';
import classes from '../components/console.module.css';
import { cpuWords, memoryWords } from '../components/units.ts';
import { useDeletePod } from '../components/use-delete-pod.ts';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import { PressureForecast } from './pressure-forecast-card.tsx';
import { useConsolidationPlan } from './use-consolidation-plan.ts';
import '../texts.ts';

/** What the optimizer advises: nodes that could be emptied, and nodes that will run short of memory. Nothing happens without a click for each pod. */
export const Advice = memo(function Advice({ store, sessions }: { store: ClusterStore; sessions: EngineSessions }) {
  const { t } = useTranslation('cluster');
  const [started, setStarted] = useState<PlanStep | null>(null);
  const plan = useConsolidationPlan(store, sessions.byPod);
  return (
    <Stack gap="md">
      <PressureForecast store={store} byPod={sessions.byPod} />
      <Card className={classes.card} aria-label={t('plan.title')}>
        <Title order={2} size="h3">
          {t('plan.title')}
        </Title>
        <Text size="sm" c="dimmed" my={8}>
          {t('plan.intro')}
        </Text>
        {started ? (
          <StartedStep store={store} step={started} onStop={() => setStarted(null)} />
        ) : !sessions.byPod.isKnown ? (
          <Text size="sm">{t('plan.unknown', { why: sessions.byPod.why })}</Text>
        ) : plan === null ? (
          <Text size="sm">{t('plan.planning')}</Text>
        ) : plan.steps.length === 0 ? (
          <Text size="sm">{t('plan.none')}</Text>
        ) : (
          <Stack gap="sm">
            <Text fw={550}>
              {t('plan.saves', {
                count: plan.steps.length,
                memory: memoryWords(plan.savedBytes),
                cores: cpuWords(Math.max(1000, plan.savedMillicores)),
                sessions: plan.movedSessions,
              })}
            </Text>
            {plan.steps.map((step) => (
              <Group key={step.nodeName} justify="space-between">
                <div>
                  <Text fw={550} size="sm">
                    {t('plan.step', { node: step.nodeName })}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t('plan.stepSaves', {
                      count: step.moves.length,
                      sessions: step.movedSessions,
                      memory: memoryWords(step.movedBytes),
                      saved: memoryWords(step.savedBytes),
                    })}
                  </Text>
                </div>
                <Button size="xs" variant="default" onClick={() => setStarted(step)}>
                  {t('plan.start')}
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </Card>
    </Stack>
  );
});

/** One step under way: the operator cordons the node, then moves pod by pod, and can stop at any moment. */
function StartedStep({ store, step, onStop }: { store: ClusterStore; step: PlanStep; onStop: () => void }) {
  const { t } = useTranslation('cluster');
  const deletion = useDeletePod();
  const [asked, setAsked] = useState<PlanMove | null>(null);
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const [startedAtMs] = useState(() => store.serverNowMs(Date.now()));
  useSlowClusterVersion(store, 500);
  const here = [...store.podsOn(step.nodeName)].flatMap((uid) => store.pod(uid)?.pod ?? []);
  const came = isRefilled(step, here, startedAtMs);
  const isCordoned = store.node(step.nodeName)?.node.status.includes('SchedulingDisabled') ?? false;
  const run = async () => {
    if (!asked) return;
    await deletion(asked.pod, { cause: 'consolidation' });
    setMoved(new Set([...moved, asked.pod.uid]));
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={550}>{t('plan.step', { node: step.nodeName })}</Text>
        <Button size="xs" color="red" variant="light" onClick={onStop}>
          {t('plan.stop')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t('plan.frozen')}
      </Text>
      {!isCordoned && <Text size="sm">{t('plan.cordon', { node: step.nodeName })}</Text>}
      {came && <Alert color="yellow">{t('plan.returned', { node: step.nodeName })}</Alert>}
      <List size="sm" spacing={6}>
        {step.moves.map((move) => {
          const isGone = store.pod(move.pod.uid) === undefined;
          const state = isGone ? t('plan.done') : moved.has(move.pod.uid) ? t('plan.waiting') : null;
          return (
            <List.Item key={move.pod.uid}>
              <Group gap="sm">
                {t('plan.move', { pod: move.pod.name, to: move.to })}
                {state ?? (
                  <Button size="compact-xs" variant="default" disabled={came} onClick={() => setAsked(move)}>
                    {t('plan.confirm')}
                  </Button>
                )}
              </Group>
            </List.Item>
          );
        })}
      </List>
      <ActDialog
        isOpen={asked !== null}
        title={t('plan.confirmTitle')}
        confirm={t('plan.confirm')}
        act={run}
        onClose={() => setAsked(null)}
      >
        <Text size="sm">
          {asked &&
            t('plan.confirmText', {
              pod: asked.pod.name,
              from: asked.from,
              to: asked.to,
              count: asked.pod.sessions,
            })}
        </Text>
      </ActDialog>
    </Stack>
  );
}

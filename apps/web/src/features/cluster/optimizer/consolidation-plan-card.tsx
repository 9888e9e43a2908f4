import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { ConsolidationPlan, PlanStep } from '@switchyard/contracts/cluster/plan';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatBinarySize, formatCpu } from '../components/units.ts';
import { AdviceCard } from './advice-card.tsx';
import { type RunRequest, StartRunDialog } from './start-run-dialog.tsx';
import { usePlan } from './use-advice.ts';
import './advice-texts.ts';

const sum = <Item,>(all: readonly Item[], value: (item: Item) => number) =>
  all.reduce((total, item) => total + value(item), 0);

/** Which nodes could be emptied, and why the others are kept. */
export function ConsolidationPlanCard() {
  const { t } = useTranslation('clusterAdvice');
  const query = usePlan();
  const [request, setRequest] = useState<RunRequest | null>(null);
  return (
    <AdviceCard title={t('plan.title')} query={query}>
      {(plan) => (
        <Stack gap="sm">
          <Hint>{t('plan.intro')}</Hint>
          {plan.unknown !== null && <Text size="sm">{t('plan.unknown', { why: plan.unknown })}</Text>}
          {plan.unknown === null && plan.steps.length === 0 && <Text size="sm">{t('plan.none')}</Text>}
          {plan.steps.length > 0 && <Savings steps={plan.steps} />}
          {plan.steps.map((step) => (
            <StepLine key={step.nodeName} step={step} onBegin={() => setRequest({ nodeName: step.nodeName, step })} />
          ))}
          {plan.keptTotal > 0 && <RetainedPods plan={plan} />}
          <StartRunDialog request={request} onClose={() => setRequest(null)} />
        </Stack>
      )}
    </AdviceCard>
  );
}

function Savings({ steps }: { steps: readonly PlanStep[] }) {
  const { t } = useTranslation('clusterAdvice');
  const isPriced = steps.every((step) => step.savedCostPerHour !== null);
  return (
    <div>
      <Text fw={550}>
        {t('plan.saves', {
          count: steps.length,
          memory: formatBinarySize(sum(steps, (step) => step.savedBytes)),
          cores: formatCpu(
            Math.max(
              1000,
              sum(steps, (step) => step.savedMillicores),
            ),
          ),
          sessions: sum(steps, sessionsOf),
        })}
      </Text>
      <Hint size="xs">
        {isPriced
          ? t('plan.cost', { cost: sum(steps, (step) => step.savedCostPerHour ?? 0).toFixed(2) })
          : t('plan.costUnknown')}
      </Hint>
    </div>
  );
}

const sessionsOf = (step: PlanStep) => sum(step.moves, (move) => move.sessions.length);

function StepLine({ step, onBegin }: { step: PlanStep; onBegin: () => void }) {
  const { t } = useTranslation('clusterAdvice');
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minInlineSize: 0 }}>
        <Text fw={550} size="sm">
          {t('plan.step', { node: step.nodeName })}
        </Text>
        <Hint size="xs">
          {t('plan.stepSaves', {
            count: step.moves.length,
            sessions: sessionsOf(step),
            memory: formatBinarySize(sum(step.moves, (move) => move.memoryBytes)),
            saved: formatBinarySize(step.savedBytes),
          })}
        </Hint>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t('plan.step', { node: step.nodeName })}
        onClick={onBegin}
        style={{ flexShrink: 0 }}
      >
        {t('plan.begin')}
      </Button>
    </Group>
  );
}

function RetainedPods({ plan }: { plan: ConsolidationPlan }) {
  const { t } = useTranslation('clusterAdvice');
  return (
    <details>
      <summary>
        <Text size="sm" component="span">
          {t('plan.kept', { count: plan.keptTotal })}
        </Text>
      </summary>
      <List size="xs" mt={4}>
        {plan.kept.map(({ nodeName, why, podName, podStays }) => (
          <List.Item key={nodeName}>
            {nodeName}:{' '}
            {t(`plan.why.${why}`, {
              pod: podName ?? '',
              stays: podStays === null ? '' : t(`plan.stays.${podStays}`),
            })}
          </List.Item>
        ))}
        {plan.keptTotal > plan.kept.length && (
          <List.Item>{t('plan.keptMore', { count: plan.keptTotal - plan.kept.length })}</List.Item>
        )}
      </List>
    </details>
  );
}

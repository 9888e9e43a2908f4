import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { PlanRun, PlanRunMove } from '@switchyard/contracts/cluster/plan';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { toastError } from '../../../components/toasts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import classes from '../components/console.module.css';
import { formatBinarySize } from '../components/units.ts';
import { AffectedNames } from './affected-names.tsx';
import { useRunCommands } from './use-advice.ts';
import './advice-texts.ts';
import { reasonOf } from '../rules/error-texts.ts';

const namesOf = (move: PlanRunMove) => move.sessions.map((session) => session.user || session.name);

/**
 * A node that is being emptied or relieved. The server does the work; this shows it, and lets an operator continue or
 * stop it.
 */
export function RunCard({ run }: { run: PlanRun }) {
  const { t } = useTranslation('clusterAdvice');
  const [confirming, setConfirming] = useState<'one' | 'all' | null>(null);
  const { advance, stop, end } = useRunCommands();
  const left = run.moves.filter((move) => move.state === 'planned');
  const next = left[0];
  const moving = run.moves.find((move) => move.state === 'moving');
  const isUnderWay = run.going !== 'no' || moving !== undefined;
  // A paused run can be closed, whatever it waits for.
  const canEnd = !isUnderWay || run.problem !== null;
  const isOpen = run.state === 'open';
  const title = t(run.purpose === 'empty' ? 'run.emptying' : 'run.relieving', { node: run.nodeName });
  const failed = { onError: (error: Error) => toastError(reasonOf(error)) };
  return (
    <Card className={classes.card} aria-label={title}>
      <Group justify="space-between">
        <Heading size="h3">{title}</Heading>
        <Hint size="xs">{t('run.by', { email: run.startedBy })}</Hint>
      </Group>
      <Stack gap="xs" mt={8}>
        <Text size="sm" role="status">
          {stateText(run, moving, next)}
        </Text>
        {run.problem !== null && (
          <Alert color="yellow">{t('run.problem', { problem: translateText(run.problem) })}</Alert>
        )}
        {next && !isUnderWay && (
          <div>
            <Text size="sm" fw={550}>
              {t('run.next', { pod: next.podName, memory: formatBinarySize(next.memoryBytes) })}
              {next.expectedOn !== null && `, ${t('run.nextTo', { node: next.expectedOn })}`}
            </Text>
            <AffectedNames names={namesOf(next)} />
          </div>
        )}
        <Group gap="xs">
          {next && !isUnderWay && isOpen && (
            <>
              <Button size="xs" disabled={run.cordonedByRun === null} onClick={() => setConfirming('one')}>
                {t('run.one')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={run.cordonedByRun === null}
                onClick={() => setConfirming('all')}
              >
                {t('run.all')}
              </Button>
            </>
          )}
          {run.going !== 'no' && (
            <Button size="xs" color="red" variant="light" onClick={() => stop.mutate({ id: run._id }, failed)}>
              {t('run.stop')}
            </Button>
          )}
          {canEnd && isOpen && (
            <Button size="xs" variant="default" onClick={() => end.mutate({ id: run._id, uncordon: true }, failed)}>
              {t('run.uncordon')}
            </Button>
          )}
          {canEnd && (isOpen || run.problem !== null) && (
            <Button size="xs" variant="default" onClick={() => end.mutate({ id: run._id, uncordon: false }, failed)}>
              {t('run.leave')}
            </Button>
          )}
        </Group>
        <List size="xs" spacing={2} style={{ maxBlockSize: 240, overflow: 'auto' }}>
          {run.moves.map((move) => (
            <List.Item key={move.podUid}>
              {move.podName} <MoveState move={move} />
            </List.Item>
          ))}
        </List>
      </Stack>
      <ActionDialog
        isOpen={confirming !== null && next !== undefined}
        title={t(confirming === 'all' ? 'run.confirmAll' : 'run.confirmOne')}
        confirm={t(confirming === 'all' ? 'run.confirmAll' : 'run.confirmOne')}
        act={() => advance.mutateAsync({ id: run._id, going: confirming ?? 'one', podUid: next?.podUid ?? '' })}
        onClose={() => setConfirming(null)}
      >
        <Text size="sm">
          {confirming === 'all'
            ? t('run.confirmAllText', { count: left.length })
            : t('run.confirmOneText', { pod: next?.podName ?? '', from: run.nodeName })}
        </Text>
        <AffectedNames names={(confirming === 'all' ? left : left.slice(0, 1)).flatMap(namesOf)} />
      </ActionDialog>
    </Card>
  );

  function stateText(run: PlanRun, current: PlanRunMove | undefined, then: PlanRunMove | undefined): string {
    if (run.state === 'undoing') return t('run.undoing');
    if (run.cordonedByRun === null) return t('run.cordoning');
    if (current) return t('run.moving', { pod: current.podName });
    if (!then) return t('run.allDone');
    return t(run.isCordoned ? 'run.cordoned' : 'run.notCordoned');
  }
}

const COLOURS = { planned: 'gray', moving: 'blue', moved: 'green', gone: 'gray', stays: 'yellow' } as const;

function MoveState({ move }: { move: PlanRunMove }) {
  const { t } = useTranslation('clusterAdvice');
  const seconds = ((move.tookMs ?? 0) / 1000).toFixed(1);
  return (
    <Badge size="sm" variant="light" color={COLOURS[move.state]} tt="none">
      {t(`run.states.${move.state}`, { node: move.landedOn ?? '', seconds })}
    </Badge>
  );
}

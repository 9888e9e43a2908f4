import { Text } from '@mantine/core';
import type { ContainerRun, DescribedContainer } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './describe.module.css';
import { Facts, named } from './facts.tsx';
import './texts.ts';

/** A pod's containers in running order: their state, how they last ended, and their limits. */
export function Containers({ containers }: { containers: readonly DescribedContainer[] }) {
  const { t } = useTranslation('clusterDescribe');
  return containers.map((container) => (
    <Card key={container.name} as="section" aria-label={container.name} className={classes.container ?? ''}>
      <Text size="sm" fw={600}>
        {container.name}{' '}
        <Text span size="xs" c="dimmed">
          {t(`kind.${container.kind}`)} · {t(container.ready ? 'container.ready' : 'container.notReady')}
        </Text>
      </Text>
      <Facts
        facts={[
          [t('container.now'), <Run key="now" run={container.now} />],
          [t('container.before'), container.before && <Run key="before" run={container.before} />],
          [t('container.restarts'), String(container.restarts)],
          [t('container.image'), <code key="image">{container.image}</code>],
          [t('container.requests'), named(container.requests)],
          [t('container.limits'), named(container.limits)],
        ]}
      />
    </Card>
  ));
}

/** `Ended, OOMKilled, exit code 137, since … until …`, and the message. */
function Run({ run }: { run: ContainerRun }) {
  const { t } = useTranslation('clusterDescribe');
  const parts = [
    t(`run.${run.state}`),
    run.reason,
    run.exitCode === null ? '' : t('exitCode', { code: run.exitCode }),
    run.signal === null ? '' : t('exitSignal', { signal: run.signal }),
  ].filter(Boolean);
  const isBad = run.exitCode !== null && run.exitCode !== 0;
  return (
    <>
      <span className={classes.run} data-bad={isBad || undefined}>
        {parts.join(', ')}
      </span>
      {run.startedAt && (
        <>
          {' '}
          {t('since')} <RelativeTime at={run.startedAt} />
        </>
      )}
      {run.finishedAt && (
        <>
          {' '}
          {t('until')} <RelativeTime at={run.finishedAt} />
        </>
      )}
      {run.message && <pre className={classes.message}>{run.message}</pre>}
    </>
  );
}

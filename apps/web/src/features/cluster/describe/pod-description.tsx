import { Group, Stack, Text } from '@mantine/core';
import type { DescribedPod } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { UsageHistory } from '../history/usage-history.tsx';
import { Conditions } from './conditions.tsx';
import { Containers } from './containers.tsx';
import { Events } from './events.tsx';
import { Facts, named } from './facts.tsx';
import './texts.ts';

/** A pod as `kubectl describe` shows it, the most telling first. */
export function PodDescription({ pod }: { pod: DescribedPod }) {
  const { t } = useTranslation('clusterDescribe');
  return (
    <Stack gap="md">
      <Group gap="xs">
        <PodStatus status={pod.status} />
        <Text size="sm">
          {t('facts.ready')} {pod.ready} · {t('facts.restarts')} {pod.restarts}
        </Text>
      </Group>
      {(pod.reason || pod.message) && <Text size="sm">{[pod.reason, pod.message].filter(Boolean).join(': ')}</Text>}
      <UsageHistory of="pods" uidOrName={pod.uid} />
      <Heading order={3}>{t('containers')}</Heading>
      <Containers containers={pod.containers} />
      <Heading order={3}>{t('events')}</Heading>
      <Events events={pod.events} eventsProblem={pod.eventsProblem} />
      <Heading order={3}>{t('conditions')}</Heading>
      <Conditions conditions={pod.conditions} />
      <Facts
        facts={[
          [t('facts.namespace'), pod.namespace],
          [t('facts.node'), pod.nodeName],
          [t('facts.owner'), pod.owner],
          [t('facts.created'), pod.createdAt && <RelativeTime key="created" at={pod.createdAt} exact />],
          [t('facts.started'), pod.startedAt && <RelativeTime key="started" at={pod.startedAt} exact />],
          [t('facts.deleted'), pod.deletedAt && <RelativeTime key="deleted" at={pod.deletedAt} exact />],
          [t('facts.ip'), pod.ip],
          [t('facts.qosClass'), pod.qosClass],
          [t('facts.priorityClass'), pod.priorityClass],
          [t('facts.serviceAccount'), pod.serviceAccount],
          [t('facts.nodeSelector'), named(pod.nodeSelector)],
          [t('facts.tolerations'), pod.tolerations.join(', ')],
          [t('facts.volumes'), pod.volumes.join(', ')],
          [t('facts.labels'), named(pod.labels)],
        ]}
      />
    </Stack>
  );
}

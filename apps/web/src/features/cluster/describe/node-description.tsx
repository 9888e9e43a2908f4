import { Group, Stack, Text } from '@mantine/core';
import type { DescribedNode } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { formatBinarySize } from '../components/units.ts';
import { UsageHistory } from '../history/usage-history.tsx';
import { Conditions } from './conditions.tsx';
import { Events } from './events.tsx';
import { Facts, named } from './facts.tsx';
import './texts.ts';

/** A node as `kubectl describe` shows it, the most telling first. */
export function NodeDescription({ node }: { node: DescribedNode }) {
  const { t } = useTranslation('clusterDescribe');
  return (
    <Stack gap="md">
      <Group gap="xs">
        {node.status.startsWith('Ready') ? (
          <Text size="sm" fw={550}>
            {node.status}
          </Text>
        ) : (
          <PodStatus status="NodeNotReady" />
        )}
        <Text size="sm">
          {t('facts.pods')} {node.pods}
        </Text>
      </Group>
      <UsageHistory of="nodes" uidOrName={node.name} />
      <Heading order={3}>{t('conditions')}</Heading>
      <Conditions conditions={node.conditions} />
      <Heading order={3}>{t('events')}</Heading>
      <Events events={node.events} eventsProblem={node.eventsProblem} />
      <Facts
        facts={[
          [t('facts.role'), node.role],
          [t('facts.taints'), node.taints.join(', ')],
          [t('facts.created'), node.createdAt && <RelativeTime key="created" at={node.createdAt} exact />],
          [
            t('facts.requested'),
            t('facts.requestedOf', {
              cores: (node.requestedMillicores / 1000).toFixed(1),
              allocatableCores: (node.allocatableMillicores / 1000).toFixed(1),
              memory: formatBinarySize(node.requestedBytes),
              allocatableMemory: formatBinarySize(node.allocatableBytes),
            }),
          ],
          [t('facts.addresses'), named(node.addresses)],
          [t('facts.capacity'), named(node.capacity)],
          [t('facts.allocatable'), named(node.allocatable)],
          [t('facts.system'), named(node.info)],
          [t('facts.labels'), named(node.labels)],
        ]}
      />
    </Stack>
  );
}

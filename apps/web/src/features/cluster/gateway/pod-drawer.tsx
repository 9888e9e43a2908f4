import { Button, Drawer, Group, List, Stack, Table, Text } from '@mantine/core';
import { podReason } from '@switchyard/cluster-rules/gateway-pods';
import { assumedCapacity, assumedPodSlots } from '@switchyard/cluster-rules/usage';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { EngineLink } from '../address/engine-link.tsx';
import { useDescribe } from '../address/use-described.ts';
import { PodStatus } from '../components/pod-status.tsx';
import { userNameOf } from '../rules/engine-sessions.ts';
import type { GatewayPodView } from './gateway-pods.ts';
import '../texts.ts';

/** The pod details side drawer (spec 001 section 2.2). */
export function PodDrawer(props: {
  view: GatewayPodView | null;
  /** Of its node; empty: unknown. */
  machineType: string;
  onClose: () => void;
  onLogs: (view: GatewayPodView) => void;
}) {
  const { t } = useTranslation('cluster');
  const { view, machineType } = props;
  const pod = view?.pod;
  const describe = useDescribe();
  const capacity = assumedCapacity(machineType);
  const facts: [string, string][] = pod
    ? [
        [t('gateway.facts.namespace'), pod.namespace],
        [t('gateway.facts.node'), pod.nodeName],
        [t('gateway.facts.machine'), machineType],
        [
          t('gateway.facts.capacity'),
          capacity
            ? t('gateway.slots', {
                cores: capacity.cores,
                memory: capacity.memoryGi,
                slots: assumedPodSlots(machineType) ?? 0,
              })
            : '',
        ],
        [t('gateway.facts.restarts'), String(pod.restarts)],
        [t('gateway.facts.reason'), podReason(pod).reason],
        [t('gateway.facts.detail'), podReason(pod).detail],
      ]
    : [];
  return (
    <Drawer opened={view !== null} onClose={props.onClose} title={t('gateway.details')} position="right" size="md">
      {view && pod && (
        <Stack gap="md">
          <Group gap="xs">
            <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
              {pod.name}
            </Text>
            <PodStatus status={pod.status} />
            <Text size="sm">{pod.ready}</Text>
            <Text size="sm">{pod.version}</Text>
          </Group>
          <Table>
            <Table.Tbody>
              {facts
                .filter(([, value]) => value !== '')
                .map(([name, value]) => (
                  <Table.Tr key={name}>
                    <Table.Th>{name}</Table.Th>
                    <Table.Td>{value}</Table.Td>
                  </Table.Tr>
                ))}
              {pod.createdAtMs > 0 && (
                <Table.Tr>
                  <Table.Th>{t('gateway.facts.age')}</Table.Th>
                  <Table.Td>
                    <RelativeTime at={new Date(pod.createdAtMs)} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
          </Table>
          <Heading order={3}>{t('gateway.containers')}</Heading>
          <List size="sm">
            {pod.containers.map((container) => (
              <List.Item key={container.name}>
                {container.name}: {container.state} {container.reason ?? ''}{' '}
                {container.exitCode === undefined ? '' : t('gateway.exitCode', { code: container.exitCode })}{' '}
                {container.lastReason ? t('gateway.lastEnded', { how: container.lastReason }) : ''} ·{' '}
                {t('gateway.restarts', { count: container.restarts })}
              </List.Item>
            ))}
          </List>
          <Heading order={3}>{t('gateway.sessions')}</Heading>
          {!view.sessions.isKnown && <Text size="sm">{t('delete.hitsUnknown', { why: view.sessions.why })}</Text>}
          {view.sessions.isKnown && view.sessions.value.length === 0 && (
            <Text size="sm">{t('gateway.noSessions')}</Text>
          )}
          <List size="sm" listStyleType="none">
            {(view.sessions.isKnown ? view.sessions.value : []).map((session) => (
              <List.Item key={session._id}>
                <Group gap={6}>
                  <EngineLink engineId={session.engineId}>{userNameOf(session.user) || session._id}</EngineLink>
                  <StatusBadge context="cluster" state={session.status} />
                </Group>
              </List.Item>
            ))}
          </List>
          <Button variant="default" onClick={() => props.onLogs(view)}>
            {t('gateway.logs')}
          </Button>
          <Button
            variant="default"
            onClick={() => describe({ kind: 'pod', namespace: pod.namespace, name: pod.name }, 'pod')}
          >
            {t('gateway.describe')}
          </Button>
        </Stack>
      )}
    </Drawer>
  );
}

import { ActionIcon, Group } from '@mantine/core';
import type { GatewayPod } from '@switchyard/contracts/cluster';
import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveColumn } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { userNameOf } from '../rules/sessions.ts';
import '../texts.ts';

/** Columns of the gateway pods table (spec 001 section 2.2). The two callbacks must keep their identity. */
export function useGatewayColumns(
  onDetails: (pod: GatewayPod) => void,
  onDelete: (pod: GatewayPod) => void,
): LiveColumn<GatewayPod>[] {
  const { t } = useTranslation('cluster');
  return useMemo(
    () => [
      {
        id: 'name',
        name: t('gateway.columns.name'),
        widthPx: 240,
        isText: true,
        cell: (pod) => <span title={pod.name}>{pod.name}</span>,
      },
      {
        id: 'status',
        name: t('gateway.columns.status'),
        widthPx: 200,
        cell: (pod) => <PodStatus status={pod.statusString} />,
      },
      { id: 'ready', name: t('gateway.columns.ready'), widthPx: 110, cell: (pod) => pod.readyState },
      {
        id: 'version',
        name: t('gateway.columns.version'),
        widthPx: 90,
        isText: true,
        cell: (pod) => pod.version || '–',
      },
      {
        id: 'containers',
        name: t('gateway.columns.containers'),
        widthPx: 230,
        isText: true,
        cell: (pod) => pod.containerStatuses.map((one) => `${one.name}: ${one.reason ?? one.state}`).join(', ') || '–',
      },
      {
        id: 'sessions',
        name: t('gateway.columns.sessions'),
        widthPx: 160,
        isText: true,
        cell: (pod) => pod.sessions.map((one) => userNameOf(one.user) || one._id).join(', ') || '0',
      },
      {
        id: 'actions',
        name: t('gateway.columns.actions'),
        widthPx: 92,
        cell: (pod) => (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('gateway.viewDetails', { name: pod.name })}
              onClick={() => onDetails(pod)}
            >
              <IconInfoCircle size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('pod.delete', { name: pod.name })}
              onClick={() => onDelete(pod)}
            >
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </Group>
        ),
      },
    ],
    [t, onDetails, onDelete],
  );
}

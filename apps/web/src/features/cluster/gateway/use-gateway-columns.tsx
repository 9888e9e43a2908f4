import type { GatewayPod } from '@switchyard/contracts/gateway-status';
import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DescribeLink } from '../address/describe-link.tsx';
import type { LiveColumn } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { RowAction, RowActions } from '../components/row-action.tsx';
import { userNameOf } from '../rules/engine-sessions.ts';
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
        widthPx: 186,
        kind: 'text',
        cell: (pod) => <DescribeLink described={{ kind: 'pod', namespace: pod.namespace, name: pod.name }} />,
      },
      {
        id: 'status',
        name: t('gateway.columns.status'),
        widthPx: 192,
        cell: (pod) => <PodStatus status={pod.statusString} />,
      },
      { id: 'ready', name: t('gateway.columns.ready'), widthPx: 84, cell: (pod) => pod.readyState },
      {
        id: 'version',
        name: t('gateway.columns.version'),
        widthPx: 70,
        kind: 'text',
        cell: (pod) => pod.version || '–',
      },
      {
        id: 'containers',
        name: t('gateway.columns.containers'),
        widthPx: 210,
        kind: 'text',
        cell: (pod) => pod.containerStatuses.map((one) => `${one.name}: ${one.reason ?? one.state}`).join(', ') || '–',
      },
      {
        id: 'sessions',
        name: t('gateway.columns.sessions'),
        widthPx: 150,
        kind: 'text',
        cell: (pod) => pod.sessions.map((one) => userNameOf(one.user) || one._id).join(', ') || '0',
      },
      {
        id: 'actions',
        name: t('gateway.columns.actions'),
        widthPx: 78,
        cell: (pod) => (
          <RowActions>
            <RowAction
              label={t('gateway.viewDetails', { name: pod.name })}
              icon={IconInfoCircle}
              onClick={() => onDetails(pod)}
            />
            <RowAction
              label={t('pod.delete', { name: pod.name })}
              icon={IconTrash}
              isDanger
              onClick={() => onDelete(pod)}
            />
          </RowActions>
        ),
      },
    ],
    [t, onDetails, onDelete],
  );
}

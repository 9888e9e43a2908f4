import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStates } from '../../../components/feature.ts';
import { stateIn } from '../../../components/status/states.ts';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { DescribeLink } from '../address/describe-link.tsx';
import { Age } from '../components/age.tsx';
import classes from '../components/console.module.css';
import type { LiveColumn } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { RowAction, RowActions } from '../components/row-action.tsx';
import { HistoryOnHover } from '../history/history-on-hover.tsx';
import { userNameOf } from '../rules/engine-sessions.ts';
import type { GatewayPodView } from './gateway-pods.ts';
import '../texts.ts';

/** Columns of the gateway pods table (spec 001 section 2.2). The two callbacks must keep their identity. */
export function useGatewayColumns(
  onDetails: (pod: GatewayPodView) => void,
  onDelete: (pod: GatewayPodView) => void,
): LiveColumn<GatewayPodView>[] {
  const { t } = useTranslation('cluster');
  return useMemo(
    () => [
      {
        id: 'name',
        name: t('gateway.columns.name'),
        widthPx: 150,
        kind: 'text',
        cell: ({ pod }) => <DescribeLink described={{ kind: 'pod', namespace: pod.namespace, name: pod.name }} />,
      },
      {
        id: 'status',
        name: t('gateway.columns.status'),
        widthPx: 192,
        cell: ({ pod }) => <PodStatus status={shownStatus(pod)} />,
      },
      { id: 'ready', name: t('gateway.columns.ready'), widthPx: 82, cell: ({ pod }) => pod.ready },
      {
        id: 'version',
        name: t('gateway.columns.version'),
        widthPx: 64,
        kind: 'text',
        cell: ({ pod }) => pod.version || '–',
      },
      {
        id: 'containers',
        name: t('gateway.columns.containers'),
        widthPx: 164,
        kind: 'text',
        cell: ({ pod }) =>
          pod.containers.map((container) => `${container.name}: ${container.reason ?? container.state}`).join(', ') ||
          '–',
      },
      {
        id: 'sessions',
        name: t('gateway.columns.sessions'),
        widthPx: 118,
        kind: 'text',
        cell: ({ sessions }) =>
          sessions.isKnown ? <SessionNames rows={sessions.value} /> : <span title={sessions.why}>–</span>,
      },
      {
        id: 'restarts',
        name: t('pod.restarts'),
        widthPx: 62,
        kind: 'number',
        cell: ({ pod }) => (
          <HistoryOnHover of="pods" uidOrName={pod.uid}>
            {pod.restarts}
          </HistoryOnHover>
        ),
      },
      {
        id: 'age',
        name: t('pod.age'),
        widthPx: 60,
        kind: 'number',
        cell: ({ pod }) => <Age createdAtMs={pod.createdAtMs} />,
      },
      {
        id: 'actions',
        name: t('gateway.columns.actions'),
        widthPx: 78,
        isUnsorted: true,
        cell: (view) => (
          <RowActions>
            <RowAction
              label={t('gateway.viewDetails', { name: view.pod.name })}
              icon={IconInfoCircle}
              onClick={() => onDetails(view)}
            />
            <RowAction
              label={t('pod.delete', { name: view.pod.name })}
              icon={IconTrash}
              isDanger
              onClick={() => onDelete(view)}
            />
          </RowActions>
        ),
      },
    ],
    [t, onDetails, onDelete],
  );
}

/** A pod that runs but is not ready must not look healthy. */
const shownStatus = ({ status, ready }: GatewayPodView['pod']): string => {
  const [up, all] = ready.split('/');
  return status === 'Running' && up !== all ? 'RunningNotReady' : status;
};

/** The users whose sessions a pod serves, each in the colour of its state. */
function SessionNames({ rows }: { rows: readonly EngineSessionRow[] }) {
  const states = useStates('cluster');
  const word = useStateWord('cluster');
  if (rows.length === 0) return '0';
  return rows.map(({ _id, user, status }, at) => (
    <Fragment key={_id}>
      {at > 0 && ', '}
      <span
        className={classes.dot}
        role="img"
        aria-label={word(status)}
        title={word(status)}
        data-tone={stateIn(states, status).tone}
      />
      {userNameOf(user) || _id}
    </Fragment>
  ));
}

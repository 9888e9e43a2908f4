import type { ClusterAct } from '@switchyard/contracts/cluster/audit-log';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from '../components/console.module.css';
import { auditText } from './audit-text.ts';
import './texts.ts';

const TONES = {
  requested: 'warning',
  deleted: 'success',
  failed: 'error',
  'would-have': 'neutral',
  done: 'neutral',
} as const;
/** Maximum names in a cell, followed by the number of the others. */
const MAX_NAMES = 2;

/** Time, action, subject, actor, cause, affected sessions, outcome. */
export function useAuditColumns(): DataColumn<ClusterAct>[] {
  const { t } = useTranslation('clusterAudit');
  return useMemo(
    () => [
      { id: 'at', name: t('columns.at'), width: 120, cell: (act) => <RelativeTime at={act.at} />, isFixed: true },
      { id: 'action', name: t('columns.action'), width: 150, cell: (act) => auditText(t, 'actions', act.action) },
      {
        id: 'subject',
        name: t('columns.subject'),
        width: 280,
        cell: (act) => (
          <span className={classes.subject} title={[act.subject, act.nodeName].filter(Boolean).join(' · ')}>
            {act.subject || '–'}
          </span>
        ),
      },
      {
        id: 'cause',
        name: t('columns.cause'),
        width: 170,
        cell: (act) => (act.cause ? auditText(t, 'causes', act.cause) : '–'),
      },
      { id: 'actor', name: t('columns.actor'), width: 200, cell: (act) => <bdi>{act.actor.name}</bdi> },
      {
        id: 'hit',
        name: t('columns.hit'),
        width: 200,
        cell: ({ hit }) =>
          hit.length === 0
            ? t('nobody')
            : `${hit
                .slice(0, MAX_NAMES)
                .map((session) => session.user || session.engineId)
                .join(', ')}${hit.length > MAX_NAMES ? ` +${hit.length - MAX_NAMES}` : ''}`,
      },
      {
        id: 'outcome',
        name: t('columns.outcome'),
        width: 130,
        cell: (act) => (
          <span
            className={classes.chip}
            data-tone={TONES[act.outcome]}
            title={act.failure ?? (act.outcome === 'requested' ? t('requestedHelp') : undefined)}
          >
            {auditText(t, 'outcomes', act.outcome)}
          </span>
        ),
      },
    ],
    [t],
  );
}

import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engines/lifecycle';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { isolate } from '../../../lib/i18n/i18n.ts';
import type { EngineRow } from '../engine-row.ts';
import { type EngineActionHandlers, EngineActions } from './engine-actions.tsx';
import { EngineSilence } from './engine-silence.tsx';
import classes from './engines-page.module.css';
import { HeldByPlan } from './held-by-plan.tsx';
import { StartingHint } from './starting-hint.tsx';
import { TroubleLine } from './trouble.tsx';

type T = TFunction<'engines'>;

/** Columns of the engines table; on a phone the details are below the name. */
export function engineColumns(t: T, actions: EngineActionHandlers, isNarrow: boolean): DataColumn<EngineRow>[] {
  const status: DataColumn<EngineRow> = {
    id: 'status',
    name: t('column.status'),
    sortBy: (row) => row.status,
    cell: (row) => <EngineState row={row} />,
  };
  const actionsColumn: DataColumn<EngineRow> = {
    id: 'actions',
    name: t('column.actions'),
    isFixed: true,
    align: 'end',
    cell: (row) => <EngineActions row={row} actions={actions} />,
  };
  if (isNarrow) {
    return [
      {
        id: 'name',
        name: t('column.name'),
        isFixed: true,
        sortBy: (row) => row.name,
        cell: (row) => (
          <div className={classes.stacked}>
            <EngineName row={row} t={t} />
            <Hint size="xs">
              {[t(`type.${row.type}`), row.engine.phoneNumber, row.domain]
                .flatMap((line) => (line ? [isolate(line)] : []))
                .join(' · ')}
            </Hint>
            <EngineState row={row} />
            <EngineActions row={row} actions={actions} />
          </div>
        ),
      },
    ];
  }
  return [
    {
      id: 'name',
      name: t('column.name'),
      isFixed: true,
      sortBy: (row) => row.name,
      cell: (row) => (
        <div className={classes.nameCell}>
          <EngineName row={row} t={t} />
          {row.engine.phoneNumber && (
            <Hint size="xs">
              <bdi>{row.engine.phoneNumber}</bdi>
            </Hint>
          )}
        </div>
      ),
    },
    { id: 'type', name: t('column.type'), sortBy: (row) => row.type, cell: (row) => t(`type.${row.type}`) },
    status,
    {
      id: 'domain',
      name: t('column.domain'),
      sortBy: (row) => row.domain,
      cell: (row) => <span className={classes.nowrap}>{row.domain ?? '–'}</span>,
    },
    {
      id: 'connectionTime',
      name: t('column.connectionTime'),
      sortBy: (row) => row.connectionTime,
      cell: (row) => (row.connectionTime ? <RelativeTime at={row.connectionTime} /> : <Hint>{t('never')}</Hint>),
    },
    {
      id: 'session',
      name: t('column.session'),
      sortBy: (row) => row.session,
      cell: (row) => (
        <span className={classes.mono} title={row.session}>
          {row.session.slice(-12)}
        </span>
      ),
    },
    {
      id: 'id',
      name: t('column.id'),
      isExtra: true,
      cell: (row) => <span className={classes.mono}>{row.id}</span>,
    },
    actionsColumn,
  ];
}

function EngineName({ row, t }: { row: EngineRow; t: T }) {
  return (
    <div className={classes.name}>
      <AnchorLink to="/engine-explorer/$engineId" params={{ engineId: row.id }} c="inherit" fw={550} size="sm">
        <bdi>{row.name}</bdi>
      </AnchorLink>
      {row.isLegacy && (
        <span className={classes.legacy}>
          <IconAlertTriangle size={14} aria-hidden />
          <strong>{t('legacy')}</strong> {t('legacyWarning')}
        </span>
      )}
    </div>
  );
}

/** Why an extension is not connected: its browser is closed, or the reason it reported. */
function BrowserLine({ row: { status, engine } }: { row: EngineRow }) {
  const { t } = useTranslation('engines');
  if (status === 'connected') return null;
  return <Hint size="xs">{engine.connection === null ? t('extension.closed') : (engine.trouble?.detail ?? null)}</Hint>;
}

function EngineState({ row }: { row: EngineRow }) {
  return (
    <div className={classes.state}>
      <StatusBadge context="engine" state={row.status} />
      {ENGINE_LIFECYCLE[row.status].startingUp && <StartingHint />}
      <EngineSilence engine={row.engine} />
      {row.engine.isHeldByPlan && <HeldByPlan />}
      {row.type === 'whatsapp-web' ? (
        <BrowserLine row={row} />
      ) : (
        row.engine.trouble && <TroubleLine trouble={row.engine.trouble} />
      )}
    </div>
  );
}

import { Alert, Group, Stack, TextInput } from '@mantine/core';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useLiveState } from '../../../lib/live/live-provider.tsx';
import { EngineLink } from '../address/engine-link.tsx';
import classes from '../components/console.module.css';
import { type LiveColumn, LiveTable } from '../components/live-table.tsx';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import { countByStatus, matchesSessionSearch, placementOf, userNameOf } from '../rules/engine-sessions.ts';
import { nextSessionSort, type SessionSort, sortSessions } from '../rules/session-sort.ts';
import '../texts.ts';

/** The Sessions tab (spec 001 section 2.1). It reloads when the live connection becomes connected. */
export function EngineSessionsTab(props: {
  store: ClusterStore;
  sessions: EngineSessions;
  search: string;
  onSearch: (search: string) => void;
}) {
  const { store, sessions, search } = props;
  const { t } = useTranslation('cluster');
  useSlowClusterVersion(store, 1_000);
  useReloadWhenConnected(sessions.load);
  const [sort, setSort] = useState<SessionSort | null>(null);
  const router = useRouter();
  const found = useMemo(
    () =>
      sortSessions(
        sessions.rows.filter((row) => matchesSessionSearch(row, search)),
        sort,
      ),
    [sessions.rows, search, sort],
  );
  const byId = useMemo(() => new Map(found.map((row) => [row._id, row])), [found]);
  const columns: LiveColumn<EngineSessionRow>[] = useMemo(
    () => [
      {
        id: 'id',
        name: t('optimizer.sessionId'),
        widthPx: 276,
        kind: 'text',
        cell: (row) => (
          <EngineLink engineId={row.engineId} isCode>
            {row._id}
          </EngineLink>
        ),
      },
      {
        id: 'user',
        name: t('optimizer.user'),
        widthPx: 160,
        kind: 'text',
        cell: (row) => <span title={row.user?.email}>{userNameOf(row.user) || '–'}</span>,
      },
      {
        id: 'pod',
        name: t('optimizer.pod'),
        widthPx: 250,
        kind: 'text',
        cell: (row) => (
          <span title={t(`optimizer.placement.${placementOf(row.podId, (name) => store.hasPodNamed(name))}`)}>
            {row.podId ?? t('optimizer.placement.no-pod')}
          </span>
        ),
      },
      {
        id: 'status',
        name: t('optimizer.status'),
        widthPx: 152,
        cell: (row) => <StatusBadge context="cluster" state={row.status} />,
      },
      {
        id: 'lastActive',
        name: t('optimizer.lastActive'),
        widthPx: 120,
        cell: (row) => (row.lastActive ? <RelativeTime at={row.lastActive} /> : '–'),
      },
    ],
    [t, store],
  );
  return (
    <Stack gap="md">
      {sessions.failure !== null && (
        <Alert color="red" title={t('optimizer.errorTitle')} role="alert">
          {sessions.failure || t('errors.sessionsFailed')}
        </Alert>
      )}
      <div className={classes.tiles}>
        {[...countByStatus(sessions.rows)].map(([status, count]) => (
          <Card as="div" key={status} className={classes.tile} data-status={status}>
            <StatusBadge context="cluster" state={status} />
            <span className={classes.cardValue}>{formatNumber(count)}</span>
          </Card>
        ))}
      </div>
      <Group gap="sm">
        <TextInput
          placeholder={t('optimizer.sessionSearch')}
          data-filter
          aria-label={t('optimizer.sessionSearch')}
          value={search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
          miw={260}
        />
        <Hint role="status">{t('optimizer.results', { count: found.length })}</Hint>
      </Group>
      <LiveTable
        label={t('optimizer.sessions')}
        columns={columns}
        ids={found.map((row) => row._id)}
        rowOf={(id) => byId.get(id)}
        sort={sort}
        onSort={(id) => setSort(nextSessionSort(sort, id))}
        onKey={(key, { engineId }) => {
          if (key !== 'Enter' && key !== 'd') return false;
          const from = router.state.location.href;
          void router.navigate({ to: '/engine-explorer/$engineId', params: { engineId }, search: { from } });
          return true;
        }}
        resortKey={search}
        empty={search ? t('optimizer.noSessionsMatch') : t('optimizer.noSessions')}
      />
    </Stack>
  );
}

/** Calls back whenever the live connection is (re)established, but not for its initial state. */
function useReloadWhenConnected(reload: () => void): void {
  const { is } = useLiveState();
  const before = useRef(is);
  useEffect(() => {
    if (is === 'live' && before.current !== 'live') reload();
    before.current = is;
  }, [is, reload]);
}

import { Accordion, Badge, Button, Group, List, Stack, Text, Tooltip } from '@mantine/core';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from '../components/console.module.css';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { connectionStateOf, countByStatus, userNameOf } from '../rules/engine-sessions.ts';
import { isTroubled } from '../rules/pod-severity.ts';
import { POD_STATUSES } from './gateway-filter-bar.tsx';
import type { GatewayPodView } from './gateway-pods.ts';
import '../texts.ts';

/** Number of rows shown at first, and added by each "show more". */
const PAGE_SIZE = 100;

/**
 * The Session Overview panel and the Pod Status Summary (spec 001 section 2.2), both collapsible. Unknown sessions
 * count as zero here, with a note.
 */
export const EngineSessionOverview = memo(function EngineSessionOverview(props: {
  pods: readonly GatewayPodView[];
  sessions: EngineSessions;
  store: Pick<ClusterStore, 'hasPodNamed'>;
  /** Statuses of the shown pods; the summary's tiles filter by them. */
  statuses: readonly string[];
  onChoose: (change: { podStatuses: readonly string[] }) => void;
}) {
  const { t } = useTranslation('cluster');
  const isNarrow = useIsNarrow();
  const [shownStatus, setShownStatus] = useState<string | null>(null);
  const { pods, sessions, store, statuses } = props;
  const { rows } = sessions;
  const why = sessions.byPod.isKnown ? null : sessions.byPod.why;
  const figure = (count: number) => (why === null ? formatNumber(count) : '–');
  const withoutPods = rows.filter((row) => row.podId === null || !store.hasPodNamed(row.podId));
  const withoutUsers = rows.filter((row) => row.user === null);
  const connected = rows.filter((row) => connectionStateOf(row.status) === 'connected').length;
  const disconnected = rows.filter((row) => connectionStateOf(row.status) === 'disconnected').length;
  const isWarning = withoutPods.length > 0 || withoutUsers.length > 0;
  // Only the initial state: a panel that unfolds by itself would move the table under the pointer. On a phone the table
  // comes first.
  const [unfolded] = useState(() =>
    isNarrow
      ? []
      : [...(isWarning ? ['overview'] : []), ...(pods.some(({ pod }) => isTroubled(pod)) ? ['summary'] : [])],
  );
  const podCounts = new Map<string, number>(statuses.map((status) => [status, 0]));
  for (const { pod } of pods) podCounts.set(pod.status, (podCounts.get(pod.status) ?? 0) + 1);
  const toggle = (status: string) =>
    props.onChoose({
      podStatuses: statuses.includes(status) ? statuses.filter((statuse) => statuse !== status) : [...statuses, status],
    });
  return (
    <Accordion
      multiple
      order={2}
      defaultValue={unfolded}
      variant="separated"
      classNames={{ root: classes.panels ?? '', item: classes.folding ?? '' }}
    >
      <Accordion.Item value="overview">
        <Accordion.Control>
          <div className={classes.tally}>
            <Group gap="xs" className={classes.tallyName}>
              <Text fw={550}>{t('gateway.overview')}</Text>
              {isWarning && (
                <Tooltip label={t('gateway.warning')}>
                  <IconAlertTriangle
                    size={18}
                    color="var(--mantine-color-yellow-7)"
                    role="img"
                    aria-label={t('gateway.warning')}
                  />
                </Tooltip>
              )}
            </Group>
            <Badge variant="light" color="gray" tt="none">
              {t('gateway.totalPods', { count: pods.length, shown: formatNumber(pods.length) })}
            </Badge>
            <Badge variant="light" color="gray" tt="none">
              {t('gateway.totalSessions', { count: rows.length, shown: figure(rows.length) })}
            </Badge>
            <Badge variant="light" tt="none">
              {t('gateway.connected', { shown: figure(connected) })}
            </Badge>
            <Badge variant="light" color={disconnected > 0 ? 'red' : 'gray'} tt="none">
              {t('gateway.disconnected', { shown: figure(disconnected) })}
            </Badge>
          </div>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm" className={classes.unfolded}>
            {why !== null && <Text size="sm">{why}</Text>}
            <div className={classes.tiles}>
              {[...countByStatus(rows)].map(([name, count]) => (
                <Card
                  as="button"
                  type="button"
                  key={name}
                  className={classes.tile}
                  data-current={shownStatus === name || undefined}
                  aria-pressed={shownStatus === name}
                  onClick={() => setShownStatus(shownStatus === name ? null : name)}
                >
                  <StatusBadge context="cluster" state={name} />
                  <span className={classes.cardValue}>{figure(count)}</span>
                </Card>
              ))}
            </div>
            {shownStatus !== null && (
              <Sessions key={shownStatus} title={shownStatus} rows={rows.filter((row) => row.status === shownStatus)} />
            )}
            <Sessions title={t('gateway.withoutPods')} rows={withoutPods} />
            <Sessions title={t('gateway.withoutUsers')} rows={withoutUsers} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="summary">
        <Accordion.Control>
          <Group gap={8}>
            <Text fw={550}>{t('gateway.summary')}</Text>
            {[...podCounts]
              .filter(([, count]) => count > 0)
              .sort(byStatus)
              .map(([name, count]) => (
                <Badge
                  key={name}
                  variant="light"
                  tt="none"
                  color={isTroubled({ status: name, ready: '' }) ? 'red' : 'gray'}
                >
                  {formatNumber(count)} {name}
                </Badge>
              ))}
          </Group>
        </Accordion.Control>
        <Accordion.Panel>
          <div className={`${classes.tiles} ${classes.oneRow}`}>
            {[...podCounts].sort(byStatus).map(([name, count]) => (
              <Card
                as="button"
                type="button"
                key={name}
                className={classes.tile}
                data-status={name}
                data-compact
                data-current={statuses.includes(name) || undefined}
                aria-pressed={statuses.includes(name)}
                onClick={() => toggle(name)}
              >
                <StatusBadge context="pod" state={name} />
                <b className={classes.number}>{formatNumber(count)}</b>
              </Card>
            ))}
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
});

/** A fixed order, so that no tile moves at a refresh: first the statuses of the specification, then the others. */
function byStatus([a]: [status: string, count: number], [b]: [status: string, count: number]): number {
  const place = (status: string) => (POD_STATUSES as readonly string[]).indexOf(status) + 1 || POD_STATUSES.length + 1;
  return place(a) - place(b) || a.localeCompare(b);
}

function Sessions({ title, rows }: { title: string; rows: readonly EngineSessionRow[] }) {
  const { t } = useTranslation('cluster');
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <section aria-label={title}>
      <Heading order={3}>
        {title} ({formatNumber(rows.length)})
      </Heading>
      <List size="sm" listStyleType="none">
        {rows.slice(0, limit).map((row) => (
          <List.Item key={row._id}>
            <Group gap={6}>
              {userNameOf(row.user) || t('gateway.unknownUser')}
              <Hint size="xs" ff="monospace">
                {row._id}
              </Hint>
              <StatusBadge context="cluster" state={row.status} />
            </Group>
          </List.Item>
        ))}
      </List>
      {rows.length > limit && (
        <Button variant="subtle" size="compact-sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('gateway.showMore', { shown: formatNumber(limit), total: formatNumber(rows.length) })}
        </Button>
      )}
    </section>
  );
}

import { Accordion, Badge, Group, List, Stack, Text, Title, Tooltip } from '@mantine/core';
import type { EngineSessionRow } from '@switchyard/contracts/cluster-rows';
import type { GatewayStatus } from '@switchyard/contracts/gateway-status';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from '../components/console.module.css';
import { PodStatus } from '../components/pod-status.tsx';
import { connectionStateOf, countByStatus, userNameOf } from '../rules/engine-sessions.ts';
import { POD_STATUSES } from './gateway-filter-bar.tsx';
import '../texts.ts';

const MOST_LISTED = 100;

/** The Session Overview panel and the Pod Status Summary (spec 001 section 2.2), both collapsible. */
export function EngineSessionOverview({ status }: { status: GatewayStatus }) {
  const { t } = useTranslation('cluster');
  const [shown, setShown] = useState<string | null>(null);
  const { allSessions, pods, sessionsWithoutPods, sessionsWithoutUsers } = status;
  const connected = allSessions.filter((one) => connectionStateOf(one.status) === 'connected').length;
  const disconnected = allSessions.filter((one) => connectionStateOf(one.status) === 'disconnected').length;
  const isWarning = sessionsWithoutPods.length > 0 || sessionsWithoutUsers.length > 0;
  const podCounts = new Map<string, number>();
  for (const pod of pods) podCounts.set(pod.statusString, (podCounts.get(pod.statusString) ?? 0) + 1);
  return (
    <Accordion
      multiple
      order={2}
      defaultValue={['overview', 'summary']}
      variant="separated"
      classNames={{ item: classes.folding ?? '' }}
    >
      <Accordion.Item value="overview">
        <Accordion.Control>
          <Group gap="xs">
            <Text fw={550}>{t('gateway.overview')}</Text>
            <Badge variant="light" color="gray" tt="none">
              {t('gateway.totalPods', { count: pods.length, shown: formatNumber(pods.length) })}
            </Badge>
            <Badge variant="light" color="gray" tt="none">
              {t('gateway.totalSessions', { count: allSessions.length, shown: formatNumber(allSessions.length) })}
            </Badge>
            <Badge variant="light" tt="none">
              {t('gateway.connected', { shown: formatNumber(connected) })}
            </Badge>
            <Badge variant="light" color={disconnected > 0 ? 'red' : 'gray'} tt="none">
              {t('gateway.disconnected', { shown: formatNumber(disconnected) })}
            </Badge>
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
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <div className={classes.tiles}>
              {[...countByStatus(allSessions)].map(([name, count]) => (
                <Card
                  as="button"
                  type="button"
                  key={name}
                  className={classes.tile}
                  data-current={shown === name || undefined}
                  aria-pressed={shown === name}
                  onClick={() => setShown(shown === name ? null : name)}
                >
                  <StatusBadge context="cluster" state={name} />
                  <span className={classes.cardValue}>{formatNumber(count)}</span>
                </Card>
              ))}
            </div>
            {shown !== null && <Sessions title={shown} rows={allSessions.filter((one) => one.status === shown)} />}
            <Sessions title={t('gateway.withoutPods')} rows={sessionsWithoutPods} />
            <Sessions title={t('gateway.withoutUsers')} rows={sessionsWithoutUsers} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="summary">
        <Accordion.Control>
          <Text fw={550}>{t('gateway.summary')}</Text>
        </Accordion.Control>
        <Accordion.Panel>
          <div className={classes.tiles}>
            {[...podCounts].sort(byStatus).map(([name, count]) => (
              <Card as="div" key={name} className={classes.tile} data-status={name}>
                <PodStatus status={name} />
                <span className={classes.cardValue}>{formatNumber(count)}</span>
              </Card>
            ))}
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

/** In one order always, so that no tile moves at a refresh because another pod came first: those the specification names, then the others. */
function byStatus([one]: [status: string, count: number], [other]: [status: string, count: number]): number {
  const place = (status: string) => (POD_STATUSES as readonly string[]).indexOf(status) + 1 || POD_STATUSES.length + 1;
  return place(one) - place(other) || one.localeCompare(other);
}

function Sessions({ title, rows }: { title: string; rows: readonly EngineSessionRow[] }) {
  const { t } = useTranslation('cluster');
  return (
    <section aria-label={title}>
      <Title order={3} size="h4">
        {title} ({formatNumber(rows.length)})
      </Title>
      <List size="sm" listStyleType="none">
        {rows.slice(0, MOST_LISTED).map((row) => (
          <List.Item key={row._id}>
            <Group gap={6}>
              {userNameOf(row.user) || t('gateway.unknownUser')}
              <Text size="xs" c="dimmed" ff="monospace">
                {row._id}
              </Text>
              <StatusBadge context="cluster" state={row.status} />
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

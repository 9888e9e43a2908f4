import { Badge, Button, Drawer, Group, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { useTick } from '../components/use-tick.ts';
import { HISTORY_WINDOWS_MINUTES, type HistoryWindowMinutes } from '../rules/status-history.ts';
import {
  changesPerMinute,
  isChangeRateWarning,
  recentChanges,
  summarizeWindows,
  topProblemSessions,
  topProblemStatuses,
} from '../rules/status-windows.ts';
import { ChangeList } from './latest-changes.tsx';
import type { StatusHistory } from './use-status-history.ts';
import '../texts.ts';

const MAX_SHOWN = 200;

/** The pod status history (spec 001 sections 2.2 and 4). Computes nothing while closed. */
export function HistoryDrawer(props: { history: StatusHistory; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('cluster');
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} title={t('history.title')} position="right" size="lg">
      <History history={props.history} />
    </Drawer>
  );
}

function History({ history }: { history: StatusHistory }) {
  const { t } = useTranslation('cluster');
  const now = useTick(5_000);
  const { windowMinutes } = history;
  const [isConfirming, setIsConfirming] = useState(false);
  const recent = recentChanges(history.changes, windowMinutes, now);
  const rate = changesPerMinute(history.changes, windowMinutes, now);
  return (
    <>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('history.window')}
          value={String(windowMinutes)}
          onChange={(value) => history.setWindowMinutes(Number(value) as HistoryWindowMinutes)}
          data={HISTORY_WINDOWS_MINUTES.map((count) => ({
            value: String(count),
            label: t('history.minutes', { count }),
          }))}
        />
        <Badge
          tt="none"
          variant="light"
          color={isChangeRateWarning(rate) ? 'yellow' : 'gray'}
          data-testid="change-rate"
          data-warning={isChangeRateWarning(rate) || undefined}
        >
          {t('history.perMinute', { rate: rate.toFixed(1) })}
        </Badge>
        <Ranking
          title={t('history.topStatuses')}
          rows={topProblemStatuses(recent).map((problem) => [problem.status, problem.count])}
        />
        <Ranking
          title={t('history.topSessions')}
          rows={topProblemSessions(recent).map((problem) => [problem.session, problem.count])}
        />
        <Heading order={3}>{t('history.changes')}</Heading>
        {recent.length === 0 && <Text size="sm">{t('history.none')}</Text>}
        <ChangeList changes={recent.slice(-MAX_SHOWN)} />
        <Heading order={3}>{t('history.windows')}</Heading>
        <List size="sm" listStyleType="none">
          {summarizeWindows(history.changes, windowMinutes)
            .slice(0, 12)
            .map((window) => (
              <List.Item key={window.startTime}>
                {window.startTime.slice(11, 16)}–{window.endTime.slice(11, 16)} UTC: {window.totalChanges} (
                {window.topStatuses.map(({ status, count }) => `${status} ${count}`).join(', ')})
              </List.Item>
            ))}
        </List>
        <Group justify="space-between">
          <Hint size="xs">{t('history.kept')}</Hint>
          <Button size="xs" variant="default" onClick={() => setIsConfirming(true)}>
            {t('history.clear')}
          </Button>
        </Group>
      </Stack>
      <ActionDialog
        isOpen={isConfirming}
        title={t('history.clear')}
        confirm={t('history.clear')}
        act={async () => history.clear()}
        onClose={() => setIsConfirming(false)}
      >
        <Text size="sm">{t('history.clearText', { count: history.changes.length })}</Text>
      </ActionDialog>
    </>
  );
}

function Ranking({ title, rows }: { title: string; rows: [name: string, count: number][] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Heading order={3}>{title}</Heading>
      <List size="sm" type="ordered">
        {rows.map(([name, count]) => (
          <List.Item key={name}>
            {name} ({count})
          </List.Item>
        ))}
      </List>
    </section>
  );
}

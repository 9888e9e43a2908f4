import { Group, List, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { atServerClock } from '../../../lib/clock/server-clock.ts';
import { PodStatus } from '../components/pod-status.tsx';
import type { StatusChange } from '../rules/status-history.ts';
import '../texts.ts';

const LATEST = 5;

/** Shown while every pod works: the latest changes that led there. */
export function LatestChanges({ changes }: { changes: readonly StatusChange[] }) {
  const { t } = useTranslation('cluster');
  const id = useId();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Heading order={2} size="h3" id={id}>
        {t('gateway.lastChanges')}
      </Heading>
      <ChangeList changes={changes.slice(-LATEST)} />
    </section>
  );
}

/** Changes of pods' statuses, newest first. */
export function ChangeList({ changes }: { changes: readonly StatusChange[] }) {
  return (
    <List listStyleType="none" spacing="xs" size="sm">
      {changes.toReversed().map((change) => (
        <List.Item key={`${change.timestamp} ${change.podName}`}>
          <Group gap={6}>
            <Text size="sm" fw={550}>
              {change.podName}
            </Text>
            <PodStatus status={change.previousStatus} />→<PodStatus status={change.newStatus} />
          </Group>
          <Hint size="xs">
            <RelativeTime at={atServerClock(Date.parse(change.timestamp))} /> · {change.nodeName} {change.reason}
          </Hint>
          {change.detailedReason && <Hint size="xs">{change.detailedReason}</Hint>}
        </List.Item>
      ))}
    </List>
  );
}

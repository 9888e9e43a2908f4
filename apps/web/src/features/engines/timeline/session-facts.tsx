import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** The engine of a timeline, with a link to it; renders nothing for a deleted engine. */
export function SessionFacts({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('engines');
  const found = useQuery(apiQuery.engines.explore.queryOptions({ input: { id: sessionId }, retry: false }));
  const engine = found.data?.engine;
  return (
    <Group mih={32} gap="sm">
      {engine && (
        <>
          <Text fw={600}>
            <bdi>{engine.name}</bdi>
          </Text>
          <StatusBadge context="engine" state={engine.status} />
          <Text c="dimmed">
            <bdi>{found.data?.workspace.name}</bdi>
          </Text>
          {engine.phoneNumber && <bdi dir="ltr">{engine.phoneNumber}</bdi>}
          <ButtonLink to="/engine-explorer/$engineId" params={{ engineId: sessionId }} variant="default" size="xs">
            {t('timeline.openEngine')}
          </ButtonLink>
        </>
      )}
    </Group>
  );
}

import { List, Stack, Text } from '@mantine/core';
import type { ClusterAct } from '@switchyard/contracts/cluster/audit-log';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { EngineLink } from '../address/engine-link.tsx';
import { Facts } from '../describe/facts.tsx';
import { auditText } from './audit-text.ts';
import './texts.ts';

/** The full record of one action. */
export function ActionPanel({ act }: { act: ClusterAct }) {
  const { t } = useTranslation('clusterAudit');
  return (
    <Stack gap="md">
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {auditText(t, 'actions', act.action)} {act.subject}
      </Text>
      <Facts
        facts={[
          [t('columns.at'), <RelativeTime key="at" at={act.at} exact />],
          [t('columns.actor'), act.actor.name],
          [t('columns.cause'), act.cause && auditText(t, 'causes', act.cause)],
          [t('columns.outcome'), auditText(t, 'outcomes', act.outcome)],
          [t('facts.failure'), act.failure],
          [t('facts.status'), act.podStatus],
          [t('facts.node'), act.nodeName],
          [t('facts.namespace'), act.namespace],
          [t('facts.uid'), act.podUid],
          [t('facts.via'), t(`via.${act.via}`)],
          ...Object.entries(act.details).map(([name, value]): [string, string] => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ]}
      />
      {act.outcome === 'requested' && <Text size="sm">{t('requestedHelp')}</Text>}
      <Heading order={3}>{t('columns.hit')}</Heading>
      {act.hit.length === 0 ? (
        <Text size="sm">{t('nobody')}</Text>
      ) : (
        <List size="sm" listStyleType="none">
          {act.hit.map((session) => (
            <List.Item key={session.engineId}>
              {session.exists ? (
                <EngineLink engineId={session.engineId}>{session.user || session.engineId}</EngineLink>
              ) : (
                `${session.engineId} (${t('gone')})`
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

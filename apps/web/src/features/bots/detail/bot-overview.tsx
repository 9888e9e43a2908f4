import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { BotDeployment, BotDetail } from '@switchyard/contracts/bots/operations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { kindName } from '../kind-name.ts';
import { botStatus } from '../list/bot-columns.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { BotFunnel } from './bot-funnel.tsx';
import classes from './detail.module.css';

const VERSIONS_SHOWN = 20;

/** What a bot is, what prevents its deployment, and its versions. */
export function BotOverview({ bot, onDeploy }: { bot: BotDetail; onDeploy: (versionId: string) => void }) {
  const { t } = useTranslation('bots');
  const versions = useQuery(apiQuery.bots.versions.queryOptions({ input: { id: bot._id, limit: VERSIONS_SHOWN } }));
  return (
    <Stack gap="md">
      {bot.description && <Text dir="auto">{bot.description}</Text>}
      {bot.faults.length > 0 && (
        <Notice tone="error">
          {t('detail.faults', { count: bot.faults.length })}
          <List size="sm">
            {bot.faults.map((fault) => (
              <List.Item key={`${fault.nodeId} ${fault.field} ${JSON.stringify(fault.message)}`}>
                {nameOf(fault.nodeId)}
                {translateText(fault.message)}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
      <Card>
        <dl className={classes.facts}>
          <Fact name={t('detail.facts.status')}>
            <StatusBadge context="bot" state={botStatus(bot)} />
          </Fact>
          <Fact name={t('detail.facts.nodes')}>{formatNumber(bot.nodeCount)}</Fact>
          <Fact name={t('detail.facts.lastActivity')}>
            {bot.lastActivity ? <RelativeTime at={bot.lastActivity.date} /> : t('list.never')}
          </Fact>
          {bot.deployment && <DeploymentFacts deployment={bot.deployment} />}
        </dl>
      </Card>
      <BotFunnel bot={bot} />
      {(versions.data?.total ?? 0) > 0 && (
        <Card>
          <Heading mb={8}>{t('detail.versions')}</Heading>
          <Stack gap="xs">
            {versions.data?.data.map((version) => (
              <Group key={version._id} justify="space-between" align="flex-start" gap="xs">
                <div>
                  <Group gap="xs">
                    <Text fw={550}>{t('detail.version', { number: formatNumber(version.number) })}</Text>
                    {version._id === bot.deployment?.versionId && <Badge variant="light">{t('detail.running')}</Badge>}
                  </Group>
                  <Hint>
                    <RelativeTime at={version.createdAt} /> {version.createdBy && <bdi>{version.createdBy}</bdi>}
                  </Hint>
                  <Text size="sm">
                    {version.changes
                      .map(
                        (change) =>
                          `${change.name || kindName(t, change.kind)} (${t(`detail.changes.${change.change}`)})`,
                      )
                      .join(', ')}
                  </Text>
                </div>
                {bot.abilities.deploy && version._id !== bot.deployment?.versionId && (
                  <Button size="compact-sm" variant="default" onClick={() => onDeploy(version._id)}>
                    {t('detail.redeploy')}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );

  function nameOf(nodeId: string | null): string {
    const node = bot.draft.nodes.find(({ id }) => id === nodeId);
    return node ? `${node.name || kindName(t, node.kind)}: ` : '';
  }
}

function DeploymentFacts({ deployment }: { deployment: BotDeployment }) {
  const { t } = useTranslation('bots');
  const { contactRule, numbers, gatherSeconds, resumeAfterHours } = deployment;
  return (
    <>
      <Fact name={t('detail.facts.version')}>{formatNumber(deployment.versionNumber)}</Fact>
      <Fact name={t('detail.facts.deployed')}>
        <RelativeTime at={deployment.createdAt} />
      </Fact>
      {deployment.nextRunAt && (
        <Fact name={t('detail.facts.nextRun')}>
          <RelativeTime at={deployment.nextRunAt} />
        </Fact>
      )}
      <Fact name={t('detail.facts.by')}>{deployment.createdBy ?? '–'}</Fact>
      <Fact name={t('detail.facts.answers')}>
        {contactRule === 'all' ? t('detail.rule.all') : t(`detail.rule.${contactRule}`, { count: numbers.length })}
      </Fact>
      <Fact name={t('detail.facts.groups')}>
        {t(deployment.groups === 'off' ? 'detail.groupsOff' : 'detail.groupsMentioned')}
      </Fact>
      <Fact name={t('detail.facts.gather')}>{t('detail.seconds', { count: gatherSeconds })}</Fact>
      <Fact name={t('detail.facts.resume')}>
        {resumeAfterHours === null ? t('detail.resumeNever') : t('detail.resumeAfter', { count: resumeAfterHours })}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

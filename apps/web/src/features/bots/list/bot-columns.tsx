import { Button, Stack, Text } from '@mantine/core';
import type { Bot } from '@switchyard/contracts/bots/operations';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import '../texts.ts';

/** Present means Deployed, absent means Draft (spec 000 section 3). */
export const botStatus = ({ activeDeploymentId }: Pick<Bot, 'activeDeploymentId'>): 'Deployed' | 'Draft' =>
  activeDeploymentId ? 'Deployed' : 'Draft';

/** What stands for a bot without a name, a description or any activity. */
function useBotCells() {
  const { t } = useTranslation('bots');
  return useMemo(() => {
    const status: DataColumn<Bot> = {
      id: 'status',
      name: t('list.columns.status'),
      width: 130,
      cell: (bot) => <StatusBadge context="bot" state={botStatus(bot)} />,
    };
    const lastActivity: DataColumn<Bot> = {
      id: 'lastActivity',
      name: t('list.columns.lastActivity'),
      width: 150,
      cell: ({ lastActivity: last }) => <LastActivity at={last?.date ?? null} />,
    };
    const description = (bot: Bot) =>
      bot.description ? (
        <bdi>{bot.description}</bdi>
      ) : (
        <Text span size="sm" c="dimmed">
          {t('list.noDescription')}
        </Text>
      );
    return { status, lastActivity, description };
  }, [t]);
}

/** Columns of spec 000 section 2.3. `isEnhanced`: for administrators, over every workspace. */
export function useBotColumns(isEnhanced: boolean): DataColumn<Bot>[] {
  const { t } = useTranslation('bots');
  const { status, lastActivity, description } = useBotCells();
  return useMemo(() => {
    const columns: DataColumn<Bot>[] = [
      {
        id: 'name',
        name: t('list.columns.name'),
        width: 220,
        isFixed: true,
        cell: (bot) => <bdi>{bot.name || t('list.untitled')}</bdi>,
      },
      { id: 'description', name: t('list.columns.description'), width: 320, cell: description },
      status,
      lastActivity,
      {
        id: 'actions',
        name: t('list.columns.actions'),
        width: 110,
        isFixed: true,
        cell: (bot) => (isEnhanced ? <ViewInNewTab bot={bot} /> : <ViewHere bot={bot} />),
      },
    ];
    return isEnhanced ? columns : columns.filter(({ id }) => id !== 'lastActivity');
  }, [t, isEnhanced, status, lastActivity, description]);
}

/** Of the workspace's own bots: a row opens one. */
export function useOwnBotColumns(): DataColumn<Bot>[] {
  const { t } = useTranslation('bots');
  const { status, lastActivity, description } = useBotCells();
  return useMemo(
    () => [
      {
        id: 'name',
        name: t('list.columns.name'),
        isFixed: true,
        cell: (bot) => (
          <Stack gap={0} py={4}>
            <AnchorLink
              to="/bot-detail-view/$botId"
              params={{ botId: bot._id }}
              fw={550}
              size="sm"
              c="inherit"
              aria-label={t('list.viewOne', { name: bot.name || t('list.untitled') })}
            >
              <bdi>{bot.name || t('list.untitled')}</bdi>
            </AnchorLink>
            <Text span size="xs" c="dimmed" lineClamp={1}>
              {description(bot)}
            </Text>
          </Stack>
        ),
      },
      status,
      lastActivity,
    ],
    [t, status, lastActivity, description],
  );
}

function LastActivity({ at }: { at: string | null }) {
  const { t } = useTranslation('bots');
  if (!at) return t('list.never');
  return Number.isNaN(Date.parse(at)) ? t('list.invalidDate') : <RelativeTime at={at} />;
}

/**
 * Through the eyes of its owner, whom the address names; the workspace is ours beside the specification's, as an owner
 * may have several.
 */
export function supportedBotPath({ _id, owner, workspaceId }: Pick<Bot, '_id' | 'owner' | 'workspaceId'>): string {
  const search = owner ? `?${new URLSearchParams({ supportedUserId: owner, workspaceId })}` : '';
  return `/bot-detail-view/${_id}${search}`;
}

function ViewInNewTab({ bot }: { bot: Bot }) {
  const { t } = useTranslation('bots');
  return (
    <Button
      component="a"
      href={supportedBotPath(bot)}
      target="_blank"
      rel="noopener"
      size="compact-sm"
      variant="default"
      rightSection={<IconExternalLink size={14} aria-hidden />}
      aria-label={`${t('list.viewOne', { name: bot.name || t('list.untitled') })} ${t('list.newTab')}`}
    >
      {t('list.view')}
    </Button>
  );
}

function ViewHere({ bot }: { bot: Bot }) {
  const { t } = useTranslation('bots');
  return (
    <ButtonLink
      to="/bot-detail-view/$botId"
      params={{ botId: bot._id }}
      size="compact-sm"
      variant="default"
      aria-label={t('list.viewOne', { name: bot.name || t('list.untitled') })}
    >
      {t('list.view')}
    </ButtonLink>
  );
}

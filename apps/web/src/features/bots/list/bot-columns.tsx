import { Anchor, Button, Stack, Text } from '@mantine/core';
import { ERROR_TYPES } from '@switchyard/contracts/bots/bot-events';
import type { Bot } from '@switchyard/contracts/bots/operations';
import { IconExternalLink } from '@tabler/icons-react';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import type { PlatformBot } from '../api/bots-with-last-activity.ts';
import { eventName } from '../kind-name.ts';
import '../texts.ts';

/** Present means Deployed, absent means Draft (spec 000 section 3). */
export const botStatus = ({ activeDeploymentId }: Pick<Bot, 'activeDeploymentId'>): 'Deployed' | 'Draft' =>
  activeDeploymentId ? 'Deployed' : 'Draft';

/** Cells of a bot, with fallbacks for a missing name, description or activity. */
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
      width: 180,
      cell: ({ lastActivity }) => <LastActivity last={lastActivity} />,
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

/** Columns of spec 000 section 2.3. `isEnhanced`: for administrators, across all workspaces. */
export function useBotColumns(isEnhanced: boolean): DataColumn<PlatformBot>[] {
  const { t } = useTranslation('bots');
  const { status, lastActivity, description } = useBotCells();
  return useMemo(() => {
    const columns: DataColumn<PlatformBot>[] = [
      {
        id: 'name',
        name: t('list.columns.name'),
        width: 220,
        isFixed: true,
        cell: (bot) =>
          isEnhanced ? (
            <Stack gap={0} py={4}>
              <Anchor href={supportedBotPath(bot)} target="_blank" rel="noopener" fw={550} size="sm" c="inherit">
                <bdi>{bot.name || t('list.untitled')}</bdi>
              </Anchor>
              <Text span size="xs" c="dimmed" lineClamp={1}>
                {[bot.workspaceName, bot.ownerName].filter(Boolean).map((name, at) => (
                  <Fragment key={name}>
                    {at > 0 && ' · '}
                    <bdi>{name}</bdi>
                  </Fragment>
                ))}
              </Text>
            </Stack>
          ) : (
            <bdi>{bot.name || t('list.untitled')}</bdi>
          ),
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

/** Columns for the workspace's own bots; a row opens its bot. */
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

/** When and what happened last; failures in the error tone. */
function LastActivity({ last }: { last: Bot['lastActivity'] }) {
  const { t } = useTranslation('bots');
  if (!last) return t('list.never');
  if (Number.isNaN(Date.parse(last.date))) return t('list.invalidDate');
  return (
    <Stack gap={0}>
      <RelativeTime at={last.date} />
      <Text
        span
        size="xs"
        c={(ERROR_TYPES as readonly string[]).includes(last.eventType) ? 'var(--tone-error)' : 'dimmed'}
        truncate
      >
        {eventName(t, last.eventType)}
      </Text>
    </Stack>
  );
}

/**
 * The bot's address in support mode for its owner. The workspace is our addition to the specification's address, as an
 * owner may have several.
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

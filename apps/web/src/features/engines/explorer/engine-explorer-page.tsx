import { Skeleton, Tabs, Text } from '@mantine/core';
import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engines/lifecycle';
import { IconArrowLeft, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRestartEngine } from '../api/restart-engine.ts';
import { EngineSilence } from '../components/engine-silence.tsx';
import { RestartButton } from '../components/restart-button.tsx';
import { StartingHint } from '../components/starting-hint.tsx';
import { TroubleNotice } from '../components/trouble.tsx';
import '../texts.ts';
import { EventList } from '../timeline/event-list.tsx';
import classes from './explorer.module.css';
import { EXPLORER_TABS, type ExplorerTab } from './explorer-tabs.ts';
import { Overview } from './overview.tsx';
import { Settings } from './settings.tsx';

/** Memory, lease and lane change without live events. */
const REFETCH_INTERVAL_MS = 5_000;

/** `/engine-explorer/:engineId`: one engine in detail, live. */
export function EngineExplorerPage(props: {
  engineId: string;
  tab: ExplorerTab;
  onTab: (tab: ExplorerTab) => void;
  /** Link back to the screen that this one was opened from, if any. */
  above?: ReactNode;
  /** The engine's chats, rendered when their tab is open. */
  chats: ReactNode;
}) {
  const { t } = useTranslation('engines');
  const me = useMe();
  const queries = useQueryClient();
  const input = { id: props.engineId };
  const found = useQuery(
    apiQuery.engines.explore.queryOptions({
      input,
      refetchInterval: ({ state }) => !isNoEngine(state.error) && REFETCH_INTERVAL_MS,
    }),
  );
  const lane = useQuery(
    apiQuery.messages.lane.queryOptions({ input, enabled: found.isSuccess, refetchInterval: REFETCH_INTERVAL_MS }),
  );
  useLiveEvents((event) => {
    if (event.type.startsWith('messages.')) void queries.invalidateQueries({ queryKey: apiQuery.messages.lane.key() });
  });
  const restart = useRestartEngine();

  if (isNoEngine(found.error)) {
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title={t('explorer.absent')}
        text={t('explorer.absentText')}
        action={<ButtonLink to="/engines">{t('explorer.toEngines')}</ButtonLink>}
      />
    );
  }
  if (found.isError) {
    return <ErrorState title={t('errorLoadingEngines')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.isPending) {
    return (
      <PageFrame widthPx={1120} role="status" aria-label={t('explorer.loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={280} radius="md" />
      </PageFrame>
    );
  }
  const { engine, workspace } = found.data;
  const isOwn = workspace._id === me.workspace._id;
  const canEditSettings = isOwn && !me.supportMode && !engine.isLegacy;
  const tabs = EXPLORER_TABS.filter((tab) => tab !== 'settings' || canEditSettings);
  return (
    <PageFrame widthPx={1120}>
      {props.above}
      <AnchorLink to="/engines" size="sm" className={classes.back}>
        <IconArrowLeft size={16} className="flip-rtl" aria-hidden />
        {t('explorer.back')}
      </AnchorLink>
      <PageHeader
        title={engine.name}
        actions={
          isOwn &&
          engine.canRestart && (
            <RestartButton
              engine={engine}
              isRestarting={restart.isPending}
              onRestart={() =>
                restart.mutate(engine._id, { onSuccess: () => toast(t('done.restarted', { name: engine.name })) })
              }
            />
          )
        }
      >
        <StatusBadge context="engine" state={engine.status} />
        {ENGINE_LIFECYCLE[engine.status].startingUp && <StartingHint />}
        <EngineSilence engine={engine} />
      </PageHeader>
      {engine.trouble && <TroubleNotice trouble={engine.trouble} />}
      {!isOwn && <Hint>{t('explorer.ofWorkspace', { name: workspace.name })}</Hint>}
      {engine.isLegacy && <Notice tone="error">{t('legacyWarning')}</Notice>}
      {restart.error && (
        <Notice tone="error">
          {t('restartEngineError')}: {restart.error.message}
        </Notice>
      )}
      <Tabs
        value={tabs.includes(props.tab) ? props.tab : 'overview'}
        onChange={(tab) => props.onTab((tab ?? 'overview') as ExplorerTab)}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`explorer.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.panel}>
          <Overview found={found.data} lane={lane.data ?? null} isOwn={isOwn} />
        </Tabs.Panel>
        <Tabs.Panel value="events" className={classes.panel}>
          <EventList sessionId={engine._id} />
        </Tabs.Panel>
        <Tabs.Panel value="chats" className={classes.panel}>
          {isOwn ? props.chats : <Text c="dimmed">{t('explorer.chatsOfOthers')}</Text>}
        </Tabs.Panel>
        {canEditSettings && (
          <Tabs.Panel value="settings" className={classes.panel}>
            <Settings found={found.data} />
          </Tabs.Panel>
        )}
      </Tabs>
    </PageFrame>
  );
}

/** The server has no engine with this id, so a retry would change nothing. */
function isNoEngine(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

import { Button, Skeleton, Tabs } from '@mantine/core';
import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import { IconArrowLeft, IconRobot } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { botStatus } from '../list/bot-columns.tsx';
import '../texts.ts';
import { BotAnswers } from './bot-answers.tsx';
import { BotDeployments } from './bot-deployments.tsx';
import { BotOverview } from './bot-overview.tsx';
import { BotSessions } from './bot-sessions.tsx';
import { DeployDialog } from './deploy-dialog.tsx';
import classes from './detail.module.css';
import { BOT_TABS, type BotTab } from './detail-search.ts';

type BotDialog = { deploy: string | null } | 'undeploy' | 'remove' | null;

/** `/bot-detail-view/:botId`: one bot. */
export function BotDetailPage(props: {
  botId: string;
  tab: BotTab;
  onTab: (tab: BotTab) => void;
  onOpenSession: (session: BotSessionSummary) => void;
  onRemoved: () => void;
}) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.bots.get.queryOptions({ input: { id: props.botId } }));
  const [openDialog, setOpenDialog] = useState<BotDialog>(null);
  const undeploy = useMutation(apiQuery.bots.undeploy.mutationOptions());
  const remove = useMutation(apiQuery.bots.remove.mutationOptions());
  const close = () => setOpenDialog(null);

  if (found.error instanceof ApiError && [404, 422].includes(found.error.status)) {
    return (
      <EmptyState
        icon={IconRobot}
        isPage
        title={t('detail.absent')}
        text={t('detail.absentText')}
        action={<ButtonLink to="/bot-list-view">{t('detail.back')}</ButtonLink>}
      />
    );
  }
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) {
    return (
      <PageFrame widthPx={1120} role="status" aria-label={t('detail.loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={280} radius="md" />
      </PageFrame>
    );
  }
  const bot = found.data;
  const name = bot.name || t('list.untitled');
  return (
    <PageFrame widthPx={1120}>
      <AnchorLink to="/bot-list-view" size="sm" style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
        <IconArrowLeft size={16} className="flip-rtl" aria-hidden />
        {t('detail.back')}
      </AnchorLink>
      <PageHeader
        title={name}
        actions={
          bot.abilities.deploy && (
            <>
              <Button variant="subtle" color="red" onClick={() => setOpenDialog('remove')}>
                {t('detail.remove')}
              </Button>
              {bot.deployment && (
                <Button variant="default" onClick={() => setOpenDialog('undeploy')}>
                  {t('detail.undeploy')}
                </Button>
              )}
              <ButtonLink to="/bot-build-view/$botId" params={{ botId: bot._id }} variant="default">
                {t('detail.edit')}
              </ButtonLink>
              <Button disabled={bot.faults.length > 0} onClick={() => setOpenDialog({ deploy: null })}>
                {t(bot.deployment ? 'detail.deployAgain' : 'detail.deploy')}
              </Button>
            </>
          )
        }
      >
        <StatusBadge context="bot" state={botStatus(bot)} />
      </PageHeader>
      <Tabs value={props.tab} onChange={(tab) => props.onTab((tab ?? 'overview') as BotTab)} keepMounted={false}>
        <Tabs.List>
          {BOT_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`detail.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.panel}>
          <BotOverview bot={bot} onDeploy={(versionId) => setOpenDialog({ deploy: versionId })} />
        </Tabs.Panel>
        <Tabs.Panel value="deployments" className={classes.panel}>
          <BotDeployments botId={bot._id} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={classes.panel}>
          <BotSessions botId={bot._id} onOpen={props.onOpenSession} />
        </Tabs.Panel>
        <Tabs.Panel value="answers" className={classes.panel}>
          <BotAnswers botId={bot._id} name={name} />
        </Tabs.Panel>
        <Tabs.Panel value="errors" className={classes.panel}>
          <BotSessions botId={bot._id} onlyFailed onOpen={props.onOpenSession} />
        </Tabs.Panel>
      </Tabs>
      {typeof openDialog === 'object' && openDialog && (
        <DeployDialog bot={bot} {...(openDialog.deploy ? { versionId: openDialog.deploy } : {})} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'undeploy'}
        title={t('detail.undeploy')}
        confirm={t('detail.undeploy')}
        cancelLabel={t('detail.keep')}
        isRunning={undeploy.isPending}
        error={undeploy.error?.message}
        onConfirm={() => undeploy.mutate({ id: bot._id }, { onSuccess: close })}
        onClose={close}
      >
        {t('detail.undeployText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        title={t('detail.remove')}
        confirm={t('detail.remove')}
        cancelLabel={t('detail.keep')}
        isRunning={remove.isPending}
        error={remove.error?.message}
        onConfirm={() =>
          remove.mutate(
            { id: bot._id },
            {
              onSuccess: () => {
                toast(t('detail.removed', { name }));
                props.onRemoved();
              },
            },
          )
        }
        onClose={close}
      >
        {t('detail.removeText')}
      </ConfirmDialog>
    </PageFrame>
  );
}

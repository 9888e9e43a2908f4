import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { STEP_RETENTION_DAYS } from '@switchyard/contracts/bots/bot-events';
import { IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import classes from '../detail/detail.module.css';
import type { SupportSearch } from '../detail/detail-search.ts';
import { supportedBotPath } from '../list/bot-columns.tsx';
import { VariableValue } from '../variable-value.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { Conversation } from './conversation.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Steps } from './steps.tsx';

/** Actions on a conversation, by the name of their operation. */
type SessionAction = 'pauseSession' | 'resumeSession' | 'endSession' | 'restartSession';

/** Conversations of other workspaces change without a live event. */
const POLL_INTERVAL_MS = 10_000;
const DAY_MS = 86_400_000;
const BACK = { size: 'sm', style: { display: 'inline-flex', alignItems: 'center', gap: 4 } } as const;

/** `/bot-detail-view/:botId/session/:sessionId`: a conversation beside the bot's steps in it. */
export function SessionDetailPage(props: { botId: string; sessionId: string; support: SupportSearch }) {
  const { botId, sessionId } = props;
  const { t } = useTranslation('bots');
  const found = useQuery(
    apiQuery.bots.session.queryOptions({ input: { id: sessionId }, refetchInterval: POLL_INTERVAL_MS }),
  );
  const act = useMutation({
    mutationKey: apiQuery.bots.key(),
    mutationFn: (name: SessionAction) => api.bots[name]({ id: sessionId }),
  });
  const [isMoving, setMoving] = useState(false);
  const [openDialog, setOpenDialog] = useState<'endSession' | 'restartSession' | null>(null);

  if (found.error instanceof ApiError && [404, 422].includes(found.error.status)) {
    return (
      <EmptyState
        icon={IconMessages}
        isPage
        title={t('session.absent')}
        action={<ButtonLink to="/bot-list-view">{t('detail.back')}</ButtonLink>}
      />
    );
  }
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) {
    return (
      <PageFrame widthPx={1120} role="status" aria-label={t('session.loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={280} radius="md" />
      </PageFrame>
    );
  }
  const session = found.data;
  const { abilities } = session;
  const button = (name: SessionAction, label: string, isOffered: boolean) =>
    isOffered && (
      <Button
        key={name}
        variant="default"
        loading={act.isPending && act.variables === name}
        onClick={() => (name === 'endSession' || name === 'restartSession' ? setOpenDialog(name) : act.mutate(name))}
      >
        {label}
      </Button>
    );
  const variables = Object.entries(session.variables ?? {});
  const back = (
    <>
      <IconArrowLeft size={16} className="flip-rtl" aria-hidden />
      {t('session.back')}
    </>
  );
  return (
    <PageFrame widthPx={1120}>
      {session.botOwner ? (
        // In another workspace the bot opens in support mode, which asks for confirmation first.
        <Anchor
          href={supportedBotPath({ _id: botId, owner: session.botOwner, workspaceId: session.workspaceId })}
          {...BACK}
        >
          {back}
        </Anchor>
      ) : (
        <AnchorLink to="/bot-detail-view/$botId" params={{ botId }} search={props.support} {...BACK}>
          {back}
        </AnchorLink>
      )}
      <PageHeader
        title={session.contactName ? t('session.title', { name: session.contactName }) : t('session.titleHidden')}
        actions={
          <>
            {button('restartSession', t('session.restart'), abilities.restart)}
            {button('endSession', t('session.end'), abilities.end)}
            {button('pauseSession', t('session.pause'), abilities.pause)}
            {abilities.move && (
              <Button variant="default" onClick={() => setMoving(true)}>
                {t('session.moveOpen')}
              </Button>
            )}
            {button('resumeSession', t('session.resume'), abilities.resume)}
          </>
        }
      >
        <StatusBadge context="botSession" state={session.status} />
      </PageHeader>
      <Text size="sm" c="dimmed" component="div">
        <bdi>{session.botName}</bdi>
        {session.nodeName && ` · ${t('session.at', { node: session.nodeName })}`}
        {session.wakesAt && (
          <>
            {' · '}
            {t('session.wakes')} <RelativeTime at={session.wakesAt} />
          </>
        )}
      </Text>
      {session.reason && <Text>{translateText(session.reason)}</Text>}
      {Date.parse(session.createdAt) < serverNowMs() - STEP_RETENTION_DAYS * DAY_MS && (
        <Text c="dimmed">{t('session.forgotten', { count: STEP_RETENTION_DAYS })}</Text>
      )}
      {act.error && openDialog === null && <Notice tone="error">{act.error.message}</Notice>}
      <div className={classes.sides}>
        <Card aria-label={t('session.conversation')}>
          <Heading mb={12}>{t('session.conversation')}</Heading>
          <Conversation session={session} />
        </Card>
        <Card aria-label={t('session.steps')}>
          <Heading mb={12}>{t('session.steps')}</Heading>
          <Steps sessionId={sessionId} />
          {session.variables && (
            <>
              <Heading my={12}>{t('session.variables')}</Heading>
              {variables.length === 0 ? (
                <Text c="dimmed">{t('session.noVariables')}</Text>
              ) : (
                <dl className={classes.facts}>
                  {variables.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd dir="auto">
                        <VariableValue value={value} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </>
          )}
        </Card>
      </div>
      <ConfirmDialog
        isOpen={openDialog !== null}
        title={t(openDialog === 'endSession' ? 'session.end' : 'session.restart')}
        confirm={t(openDialog === 'endSession' ? 'session.end' : 'session.restart')}
        cancelLabel={t('session.keep')}
        isRunning={act.isPending}
        error={act.error?.message}
        onConfirm={() => openDialog && act.mutate(openDialog, { onSuccess: () => setOpenDialog(null) })}
        onClose={() => setOpenDialog(null)}
      >
        {t(openDialog === 'endSession' ? 'session.endText' : 'session.restartText')}
      </ConfirmDialog>
      {isMoving && <MoveDialog session={session} onClose={() => setMoving(false)} />}
    </PageFrame>
  );
}

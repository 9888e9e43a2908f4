import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';
import { HOME } from '../../../lib/signed-in/guards.ts';
import { useEnterWorkspace } from '../../../lib/signed-in/use-enter-workspace.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { linkEndOf } from './links.ts';
import './texts.ts';

/** `/join-board/:boardId` and `/join-task-board/:shareId`: a preview of the board before joining it. */
export function JoinBoardPage({ boardId, token }: { boardId?: string; token?: string }) {
  const { t } = useTranslation('shares');
  const me = useMe();
  const navigate = useNavigate();
  const enter = useEnterWorkspace();
  const [mustSetUp, setMustSetUp] = useState(false);
  const input = { ...(boardId ? { boardId } : {}), ...(token ? { token } : {}) };
  const found = useQuery({
    ...apiQuery.shares.readInvitation.queryOptions({ input, meta: { isApart: true } }),
    retry: false,
  });
  const join = useMutation(apiQuery.shares.join.mutationOptions());
  const go = useMutation({
    mutationFn: async () => {
      if (!found.data) return;
      const there = found.data;
      if (!there.isMember) {
        await join.mutateAsync({ token: token ?? '' });
        clearCurrentUser();
      }
      try {
        if (me.workspace._id !== there.workspaceId) await enter.mutateAsync({ workspaceId: there.workspaceId });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'TWO_FACTOR_NEEDED') throw error;
        setMustSetUp(true);
        return;
      }
      await navigate({ to: '/boards/$boardId', params: { boardId: there.boardId } });
    },
  });
  const page = (title: string, children: ReactNode) => (
    <PageFrame widthPx={560}>
      <PageHeader title={title} />
      {children}
    </PageFrame>
  );
  if (found.isPending) return page(t('join.plain'), <Skeleton height={96} radius="md" />);
  if (!found.data) {
    const end = linkEndOf(found.error);
    return page(
      t('join.plain'),
      end ? (
        <>
          <Notice tone="error">{end === 'over' ? `${t('overTitle')}. ${t('overText')}` : t('gone')}</Notice>
          <ButtonLink to={HOME} variant="default" style={{ alignSelf: 'start' }}>
            {t('join.home')}
          </ButtonLink>
        </>
      ) : (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ),
    );
  }
  const { boardName: board, workspaceName: workspace, isMember, invitedBy } = found.data;
  if (mustSetUp) {
    return page(
      board,
      <>
        <Notice tone="success">{t('join.needsTwoFactor')}</Notice>
        <ButtonLink to="/account-security" style={{ alignSelf: 'start' }}>
          {t('join.setUp')}
        </ButtonLink>
      </>,
    );
  }
  return page(
    isMember ? board : t('join.title', { board }),
    <>
      <p style={{ margin: 0 }}>
        {isMember
          ? t('join.member', { board, workspace })
          : t('join.lead', { name: invitedBy ?? t('join.someone'), board, workspace })}
      </p>
      {!isMember && <p style={{ margin: 0 }}>{t('join.role')}</p>}
      {go.error && <Notice tone="error">{failureText(go.error)}</Notice>}
      <Button
        loading={go.isPending}
        disabled={me.supportMode && !isMember}
        onClick={() => go.mutate()}
        style={{ alignSelf: 'start' }}
      >
        {t(isMember ? 'join.open' : 'join.submit')}
      </Button>
    </>,
  );
}

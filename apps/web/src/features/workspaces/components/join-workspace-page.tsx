import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';
import { HOME } from '../../../lib/signed-in/guards.ts';
import { signOut } from '../../../lib/signed-in/sign-out.ts';
import { useEnterWorkspace } from '../../../lib/signed-in/use-enter-workspace.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

/** `/join-workspace/:workspaceId`: where an invitation's link leads. */
export function JoinWorkspacePage({ workspaceId, token }: { workspaceId: string; token: string }) {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const navigate = useNavigate();
  const router = useRouter();
  const [mustSetUp, setMustSetUp] = useState(false);
  const enter = useEnterWorkspace();
  const invitation = useQuery({
    ...apiQuery.workspaces.readInvitation.queryOptions({ input: { workspaceId, token } }),
    retry: false,
    meta: { isApart: true },
  });
  const accept = useMutation(
    apiQuery.workspaces.acceptInvitation.mutationOptions({
      onSuccess: async () => {
        clearCurrentUser();
        try {
          await enter.mutateAsync({ workspaceId });
        } catch (error) {
          if (codeOf(error) !== 'TWO_FACTOR_NEEDED') throw error;
          setMustSetUp(true);
          return;
        }
        await navigate({ to: HOME });
      },
    }),
  );
  const signOutAndLeave = async () => {
    await signOut();
    await router.navigate({ to: '/login', search: { returnTo: router.state.location.href } });
  };
  const { data } = invitation;
  const code = codeOf(invitation.error);
  const page = (title: string, children: ReactNode) => (
    <PageFrame widthPx={560}>
      <PageHeader title={title} />
      {children}
    </PageFrame>
  );
  const home = (
    <ButtonLink to={HOME} variant="default" style={{ alignSelf: 'start' }}>
      {t('join.home')}
    </ButtonLink>
  );

  if (invitation.isPending) return page(t('join.plain'), <Skeleton height={96} radius="md" />);
  if (!data) {
    const message = code === 'INVITATION_OVER' ? t('join.over') : code ? t('join.bad') : null;
    return page(
      t('join.plain'),
      message && invitation.error instanceof ApiError && invitation.error.status < 500 ? (
        <>
          <Notice tone="error">{message}</Notice>
          {home}
        </>
      ) : (
        <ErrorState error={invitation.error} onRetry={() => void invitation.refetch()} />
      ),
    );
  }
  const title = t('join.title', { name: data.workspaceName });
  if (mustSetUp) {
    return page(
      title,
      <>
        <Notice tone="success">{t('join.needsTwoFactor')}</Notice>
        <ButtonLink to="/account-security" style={{ alignSelf: 'start' }}>
          {t('join.setUp')}
        </ButtonLink>
      </>,
    );
  }
  return page(
    title,
    <>
      <p>{t('join.lead', { name: data.invitedBy, role: t(`role.${data.role}`) })}</p>
      {accept.error && <Notice tone="error">{accept.error.message}</Notice>}
      {data.isMine ? (
        <Button
          loading={accept.isPending || enter.isPending}
          disabled={me.supportMode}
          onClick={() => accept.mutate({ workspaceId, token })}
          style={{ alignSelf: 'start' }}
        >
          {t('join.submit')}
        </Button>
      ) : (
        <>
          <Notice tone="error">{t('join.notMine', { email: data.email, me: me.email })}</Notice>
          <Button variant="default" onClick={() => void signOutAndLeave()} style={{ alignSelf: 'start' }}>
            {t('join.otherAccount')}
          </Button>
        </>
      )}
    </>,
  );
}

import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { OwnWorkspace } from '@switchyard/contracts/workspaces/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useEnterWorkspace } from '../../../lib/signed-in/use-enter-workspace.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import '../texts.ts';
import classes from './my-workspaces-page.module.css';

/** A user owns at most 20, and is in few others. */
const MAX_WORKSPACES = 200;

/** `/account-workspace`: the user's workspaces, with ways to enter and leave each. */
export function MyWorkspacesPage() {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const refreshMe = useRefreshMe();
  const list = useQuery(apiQuery.workspaces.list.queryOptions({ input: { limit: MAX_WORKSPACES } }));
  const [leaving, setLeaving] = useState<OwnWorkspace | null>(null);
  const failed = (error: Error) => toastError(t('mine.failed', { reason: error.message }));
  const enter = useEnterWorkspace({ onError: failed });
  const leave = useMutation(
    apiQuery.workspaces.leave.mutationOptions({
      onSuccess: async () => {
        toast(t('mine.left', { name: leaving?.name ?? '' }));
        setLeaving(null);
        await refreshMe();
      },
    }),
  );
  return (
    <PageFrame widthPx={760}>
      <PageHeader
        title={t('mine.title')}
        count={list.data?.total}
        actions={<ButtonLink to="/new-workspace">{t('mine.new')}</ButtonLink>}
      />
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={144} radius="md" />}
      {list.data && (
        <Card as="ul" className={classes.list}>
          {list.data.data.map((workspace) => (
            <li key={workspace._id} className={classes.row}>
              <div className={classes.words}>
                <Text fw={550} dir="auto">
                  {workspace.name}
                </Text>
                <Hint>
                  {t(`role.${workspace.role}`)} · {t('mine.people', { count: workspace.people })}
                </Hint>
                {workspace.needsTwoFactor && (
                  <Text size="sm">
                    {t('mine.needsTwoFactor')}{' '}
                    <AnchorLink to="/account-security" size="sm">
                      {t('edit.toSecurity')}
                    </AnchorLink>
                  </Text>
                )}
              </div>
              <Group gap="xs">
                {workspace._id === me.workspace._id ? (
                  <Badge variant="light">{t('mine.here')}</Badge>
                ) : (
                  !workspace.needsTwoFactor &&
                  !me.supportMode && (
                    <Button
                      size="xs"
                      variant="default"
                      loading={enter.isPending && enter.variables.workspaceId === workspace._id}
                      onClick={() => enter.mutate({ workspaceId: workspace._id })}
                    >
                      {t('mine.enter')}
                    </Button>
                  )
                )}
                {!me.supportMode && (
                  <Button size="xs" variant="subtle" color="gray" onClick={() => setLeaving(workspace)}>
                    {t('mine.leave')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </Card>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('mine.leaveTitle', { name: leaving?.name ?? '' })}
        confirm={t('mine.leave')}
        cancelLabel={t('mine.stay')}
        isRunning={leave.isPending}
        error={leave.error?.message}
        onClose={() => {
          setLeaving(null);
          leave.reset();
        }}
        onConfirm={() => leaving && leave.mutate({ workspaceId: leaving._id })}
      >
        {t('mine.leaveText')}
      </ConfirmDialog>
    </PageFrame>
  );
}

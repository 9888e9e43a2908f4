import { Button } from '@mantine/core';
import type { WorkspaceInvitation } from '@switchyard/contracts/workspaces/operations';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { PAGE_SIZE, type PeopleSearch } from '../people-search.ts';
import '../texts.ts';
import classes from './table-card.module.css';
import { TableCard } from './table-card.tsx';

/** Invitations that have not been accepted yet. */
export function InvitationsTab({ search, onSearch }: { search: PeopleSearch; onSearch: (next: PeopleSearch) => void }) {
  const { t } = useTranslation('workspaces');
  const { page = 0 } = search;
  const list = useQuery(
    apiQuery.workspaces.invitations.queryOptions({
      input: { limit: PAGE_SIZE, skip: page * PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );
  const isNarrow = useIsNarrow();
  const columns = useInvitationColumns(isNarrow);
  return (
    <TableCard
      footer={
        list.data &&
        list.data.total > PAGE_SIZE && (
          <Pages
            page={page}
            size={PAGE_SIZE}
            total={list.data.total}
            isLoading={list.isPlaceholderData}
            onPage={(next) => onSearch({ ...search, page: next })}
          />
        )
      }
    >
      <QueryTable
        label={t('people.tabs.invitations')}
        name={isNarrow ? 'invitations-narrow' : 'invitations'}
        columns={columns}
        found={list}
        empty={<EmptyState icon={IconMail} title={t('invite.empty.title')} text={t('invite.empty.text')} />}
      />
    </TableCard>
  );
}

function useInvitationColumns(isNarrow: boolean): DataColumn<WorkspaceInvitation>[] {
  const { t } = useTranslation('workspaces');
  const { supportMode } = useMe();
  const withdraw = useMutation({
    mutationKey: apiQuery.workspaces.key(),
    mutationFn: (of: WorkspaceInvitation) => api.workspaces.withdrawInvitation({ id: of._id }),
    onSuccess: (_answer, of) => toast(t('invite.withdrawn', { email: of.email })),
    onError: (error) => toastError(t('people.failed', { reason: error.message })),
  });
  return useMemo(() => {
    const act = (invitation: WorkspaceInvitation) =>
      !supportMode && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('invite.withdrawOf', { email: invitation.email })}
          loading={withdraw.isPending && withdraw.variables._id === invitation._id}
          onClick={() => withdraw.mutate(invitation)}
        >
          {t('invite.withdraw')}
        </Button>
      );
    const by = (invitation: WorkspaceInvitation) => <bdi>{invitation.invitedBy}</bdi>;
    const expires = (invitation: WorkspaceInvitation) => <RelativeTime at={invitation.expiresAt} />;
    const stacked = (invitation: WorkspaceInvitation) => (
      <div className={classes.stacked}>
        <bdi>{invitation.email}</bdi>
        <Hint size="xs">{t(`role.${invitation.role}`)}</Hint>
        <Hint size="xs">
          {t('invite.by')}: {by(invitation)}
        </Hint>
        <Hint size="xs">
          {t('invite.expires')}: {expires(invitation)}
        </Hint>
        {act(invitation)}
      </div>
    );
    if (isNarrow) return [{ id: 'email', name: t('people.column.email'), isFixed: true, cell: stacked }];
    return [
      {
        id: 'email',
        name: t('people.column.email'),
        isFixed: true,
        cell: (invitation) => <bdi>{invitation.email}</bdi>,
      },
      { id: 'role', name: t('people.column.role'), cell: (invitation) => t(`role.${invitation.role}`) },
      { id: 'by', name: t('invite.by'), cell: by },
      { id: 'expires', name: t('invite.expires'), cell: expires },
      { id: 'actions', name: t('people.column.actions'), isFixed: true, align: 'end', cell: act },
    ];
  }, [t, supportMode, withdraw, isNarrow]);
}

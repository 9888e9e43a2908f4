import { ActionIcon, Menu, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { WorkspaceMember, WorkspaceRole } from '@switchyard/contracts/workspaces';
import { IconCrown, IconDots, IconUserMinus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useSetRole } from '../api/change-people.ts';
import { PAGE_SIZE, type PeopleSearch } from '../people-search.ts';
import '../texts.ts';
import { type MemberAct, MemberDialog } from './member-dialog.tsx';
import { TableCard } from './table-card.tsx';

const TYPING_PAUSE_MS = 250;

/** The people of the workspace: each with what the viewer may do with them. */
export function MembersTab(props: { search: PeopleSearch; onSearch: (next: PeopleSearch) => void }) {
  const { t } = useTranslation('workspaces');
  const { page = 0, find } = props.search;
  const [asked, setAsked] = useState<MemberAct | null>(null);
  const members = useQuery(
    apiQuery.workspaces.members.queryOptions({
      input: { limit: PAGE_SIZE, skip: page * PAGE_SIZE, ...(find ? { search: find } : {}) },
      placeholderData: keepPreviousData,
    }),
  );
  const columns = useMemberColumns(setAsked);
  const search = useDebouncedCallback((text: string) => props.onSearch(text ? { find: text } : {}), TYPING_PAUSE_MS);
  return (
    <>
      <TextInput
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        defaultValue={find ?? ''}
        maw={320}
        onChange={(event) => search(event.currentTarget.value.trim())}
      />
      {members.data?.owners === 1 && members.data.total > 1 && (
        <Text size="sm" c="dimmed">
          {t('people.lastOwner')}
        </Text>
      )}
      <TableCard
        footer={
          members.data &&
          members.data.total > PAGE_SIZE && (
            <Pages
              page={page}
              size={PAGE_SIZE}
              sizes={[PAGE_SIZE]}
              total={members.data.total}
              isLoading={members.isPlaceholderData}
              onPage={(next) => props.onSearch({ ...props.search, page: next })}
              onSize={() => undefined}
            />
          )
        }
      >
        <DataTable
          label={t('people.title')}
          name="people"
          columns={columns}
          rows={members.data?.data ?? []}
          rowId={(member) => member._id}
          isLoading={members.isPending}
          empty={
            members.error ? (
              <ErrorState error={members.error} onRetry={() => void members.refetch()} />
            ) : (
              <EmptyState icon={IconUsers} title={t('people.nobody')} />
            )
          }
        />
      </TableCard>
      <MemberDialog act={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function useMemberColumns(ask: (act: MemberAct) => void): DataColumn<WorkspaceMember>[] {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const setRole = useSetRole();
  return useMemo(() => {
    const isOnly = me.supportMode;
    const columns: DataColumn<WorkspaceMember>[] = [
      {
        id: 'name',
        name: t('people.column.name'),
        isFixed: true,
        cell: (member) => (
          <>
            <bdi>{member.fullName}</bdi> {member._id === me._id && t('people.you')}
          </>
        ),
      },
      { id: 'email', name: t('people.column.email'), cell: (member) => <bdi>{member.email}</bdi> },
      {
        id: 'role',
        name: t('people.column.role'),
        cell: (member) =>
          member.abilities.roles.length === 0 || isOnly ? (
            t(`role.${member.role}`)
          ) : (
            <NativeSelect
              size="xs"
              aria-label={t('people.roleOf', { name: member.fullName })}
              value={member.role}
              disabled={setRole.isPending}
              data={[member.role, ...member.abilities.roles].map((value) => ({ value, label: t(`role.${value}`) }))}
              onChange={(event) => setRole.mutate({ member, role: event.currentTarget.value as WorkspaceRole })}
            />
          ),
      },
      { id: 'joined', name: t('people.column.joined'), cell: (member) => <RelativeTime at={member.joinedAt} /> },
    ];
    if (me.workspace.role !== 'member') {
      columns.push({
        id: 'twoFactor',
        name: t('people.column.twoFactor'),
        cell: (member) => (member.hasTwoFactor ? t('people.has') : t('people.hasNot')),
      });
      columns.push({
        id: 'actions',
        name: t('people.column.actions'),
        isFixed: true,
        align: 'end',
        cell: (member) => !isOnly && <MemberMenu member={member} ask={ask} />,
      });
    }
    return columns;
  }, [t, me, setRole, ask]);
}

function MemberMenu({ member, ask }: { member: WorkspaceMember; ask: (act: MemberAct) => void }) {
  const { t } = useTranslation('workspaces');
  const { remove, transfer } = member.abilities;
  if (!remove && !transfer) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('people.actionsOf', { name: member.fullName })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {transfer && (
          <Menu.Item leftSection={<IconCrown size={16} />} onClick={() => ask({ kind: 'transfer', member })}>
            {t('people.transfer')}
          </Menu.Item>
        )}
        {remove && (
          <Menu.Item
            color="red"
            leftSection={<IconUserMinus size={16} />}
            onClick={() => ask({ kind: 'remove', member })}
          >
            {t('people.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

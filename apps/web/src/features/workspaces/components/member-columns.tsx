import { ActionIcon, Badge, Menu, NativeSelect } from '@mantine/core';
import type { WorkspaceMember, WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { IconCrown, IconDots, IconUserCheck, IconUserMinus, IconUserPause } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useSetRole } from '../api/change-people.ts';
import '../texts.ts';
import type { MemberAction } from './member-dialog.tsx';
import classes from './table-card.module.css';

/** Columns of a workspace's members; stacked on a phone. */
export function useMemberColumns(ask: (act: MemberAction) => void, isNarrow: boolean): DataColumn<WorkspaceMember>[] {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const setRole = useSetRole();
  return useMemo(() => {
    const isOnly = me.supportMode;
    const canManage = me.workspace.role !== 'member';
    const name = (member: WorkspaceMember) => (
      <span>
        <bdi>{member.fullName}</bdi> {member._id === me._id && t('people.you')}
        {member.suspendedAt && (
          <Badge ms="xs" size="sm" color="orange" variant="light" tt="none">
            {t('people.isSuspended')}
          </Badge>
        )}
      </span>
    );
    const role = (member: WorkspaceMember) =>
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
      );
    const joined = (member: WorkspaceMember) => <RelativeTime at={member.joinedAt} />;
    const twoFactor = (member: WorkspaceMember) => (member.hasTwoFactor ? t('people.has') : t('people.hasNot'));
    const stacked = (member: WorkspaceMember) => (
      <div className={classes.stacked}>
        {name(member)}
        <Hint size="xs">
          <bdi>{member.email}</bdi>
        </Hint>
        <div>{role(member)}</div>
        <Hint size="xs">
          {t('people.column.joined')}: {joined(member)}
        </Hint>
        {canManage && (
          <Hint size="xs">
            {t('people.column.twoFactor')}: {twoFactor(member)}
          </Hint>
        )}
      </div>
    );
    const wide: DataColumn<WorkspaceMember>[] = [
      { id: 'name', name: t('people.column.name'), isFixed: true, cell: name },
      { id: 'email', name: t('people.column.email'), cell: (member) => <bdi>{member.email}</bdi> },
      { id: 'role', name: t('people.column.role'), cell: role },
      { id: 'joined', name: t('people.column.joined'), cell: joined },
      ...(canManage ? [{ id: 'twoFactor', name: t('people.column.twoFactor'), cell: twoFactor }] : []),
    ];
    const narrow: DataColumn<WorkspaceMember>[] = [
      { id: 'name', name: t('people.column.name'), isFixed: true, cell: stacked },
    ];
    const actions: DataColumn<WorkspaceMember> = {
      id: 'actions',
      name: t('people.column.actions'),
      isFixed: true,
      align: 'end',
      cell: (member) => !isOnly && <MemberMenu member={member} ask={ask} />,
    };
    return [...(isNarrow ? narrow : wide), ...(canManage ? [actions] : [])];
  }, [t, me, setRole, ask, isNarrow]);
}

function MemberMenu({ member, ask }: { member: WorkspaceMember; ask: (act: MemberAction) => void }) {
  const { t } = useTranslation('workspaces');
  const { remove, suspend, transfer } = member.abilities;
  if (!remove && !suspend && !transfer) return null;
  const kind = member.suspendedAt ? 'reinstate' : 'suspend';
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
        {suspend && (
          <Menu.Item
            leftSection={member.suspendedAt ? <IconUserCheck size={16} /> : <IconUserPause size={16} />}
            onClick={() => ask({ kind, member })}
          >
            {t(`people.${kind}`)}
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

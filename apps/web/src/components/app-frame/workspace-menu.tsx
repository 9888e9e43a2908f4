import { Menu } from '@mantine/core';
import { IconBuilding, IconCheck, IconChevronDown, IconPlus, IconSettings, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEnterWorkspace } from '../../lib/signed-in/use-enter-workspace.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { Hint } from '../hint.tsx';
import { MenuItemLink } from '../menu-item-link.tsx';
import { toastError } from '../toasts.ts';
import classes from './top-bar.module.css';

const icon = { size: 16, stroke: 1.6 };

/** The current workspace, the way to the others, and to this one's members and settings. */
export function WorkspaceMenu() {
  const { t } = useTranslation('frame');
  const me = useMe();
  const enter = useEnterWorkspace({
    onError: (error) => toastError(t('workspace.failed', { reason: error.message })),
  });
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button
          type="button"
          className={classes.workspace}
          aria-label={t('workspace.switch', { name: me.workspace.name })}
        >
          <IconBuilding size={18} stroke={1.6} aria-hidden />
          <span className={classes.workspaceName} dir="auto">
            {me.workspace.name}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('workspace.choose')}</Menu.Label>
        {me.workspaces.map((workspace) =>
          workspace.needsTwoFactor ? (
            <MenuItemLink key={workspace._id} to="/account-security">
              <bdi>{workspace.name}</bdi>
              <Hint size="xs">{t('workspace.needsTwoFactor')}</Hint>
            </MenuItemLink>
          ) : (
            <Menu.Item
              key={workspace._id}
              disabled={enter.isPending || me.supportMode}
              rightSection={workspace._id === me.workspace._id && <IconCheck size={16} />}
              onClick={() => enter.mutate({ workspaceId: workspace._id })}
            >
              <bdi>{workspace.name}</bdi>
            </Menu.Item>
          ),
        )}
        <Menu.Divider />
        <MenuItemLink to="/user-management" leftSection={<IconUsers {...icon} />}>
          {t('workspace.people')}
        </MenuItemLink>
        <MenuItemLink to="/edit-workspace" leftSection={<IconSettings {...icon} />}>
          {t('workspace.edit')}
        </MenuItemLink>
        <MenuItemLink to="/new-workspace" leftSection={<IconPlus {...icon} />}>
          {t('workspace.new')}
        </MenuItemLink>
      </Menu.Dropdown>
    </Menu>
  );
}

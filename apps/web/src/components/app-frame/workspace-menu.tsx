import { Menu } from '@mantine/core';
import { IconBuilding, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../lib/api/client.ts';
import { forgetWhoIsSignedIn } from '../../lib/signed-in/signed-in.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { toastError } from '../toasts.ts';
import classes from './top-bar.module.css';

/** The workspace one works in; a menu when there is another. */
export function WorkspaceMenu() {
  const { t } = useTranslation('frame');
  const me = useMe();
  const router = useRouter();
  const queries = useQueryClient();
  const change = useMutation(
    apiQuery.accounts.switchWorkspace.mutationOptions({
      onSuccess: () => {
        forgetWhoIsSignedIn();
        queries.clear();
        return router.invalidate();
      },
      onError: (error) => toastError(t('workspace.failed', { reason: error.message })),
    }),
  );
  const name = (
    <span className={classes.workspaceName} dir="auto">
      {me.workspace.name}
    </span>
  );

  if (me.workspaces.length < 2) {
    return (
      <div className={classes.workspace}>
        <IconBuilding size={18} stroke={1.6} aria-hidden />
        {name}
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button
          type="button"
          className={classes.workspace}
          aria-label={t('workspace.switch', { name: me.workspace.name })}
        >
          <IconBuilding size={18} stroke={1.6} aria-hidden />
          {name}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('workspace.choose')}</Menu.Label>
        {me.workspaces.map((workspace) => (
          <Menu.Item
            key={workspace._id}
            disabled={change.isPending}
            rightSection={workspace._id === me.workspace._id && <IconCheck size={16} />}
            onClick={() => change.mutate({ workspaceId: workspace._id })}
          >
            <bdi>{workspace.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

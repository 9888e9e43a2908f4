import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ConfirmIdentity, mustConfirm } from '../../components/confirm-identity.tsx';
import './texts.ts';
import { type AccountAction, type AccountActionName, useAccountAction } from './use-account-action.ts';

/** Asks before an action, including for a password if the server requires it. */
export function AccountActionDialog({ action, onClose }: { action: AccountAction | null; onClose: () => void }) {
  const { t } = useTranslation('installation');
  const run = useAccountAction(onClose);
  const isConfirming = mustConfirm(run.error);
  const close = () => {
    run.reset();
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        isOpen={action !== null && !isConfirming}
        title={action ? t(`act.${action.act}.title`, { name: action.name }) : ''}
        confirm={action ? t(`act.${action.act}.do`) : ''}
        isRunning={run.isPending}
        error={run.error?.message}
        onConfirm={() => action && run.mutate(action)}
        onClose={close}
      >
        {action && t(`act.${action.act}.text`)}
      </ConfirmDialog>
      <ConfirmIdentity isOpen={isConfirming} onClose={close} onConfirmed={() => action && run.mutate(action)} />
    </>
  );
}

const DANGEROUS: readonly AccountActionName[] = ['suspend', 'delete', 'suspendWorkspace', 'deleteWorkspace'];

/** Actions on a row. */
export function AccountActionMenu(props: {
  name: string;
  acts: readonly AccountActionName[];
  onAct: (act: AccountActionName) => void;
}) {
  const { t } = useTranslation('installation');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name: props.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.acts.map((act) => (
          <Menu.Item key={act} {...(DANGEROUS.includes(act) && { color: 'red' })} onClick={() => props.onAct(act)}>
            {t(`act.${act}.do`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

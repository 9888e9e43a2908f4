import { ActionIcon, Button, Menu, Stack, Tooltip } from '@mantine/core';
import {
  IconCopy,
  IconDeviceDesktop,
  IconDots,
  IconLogout,
  IconQrcode,
  IconTelescope,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { MenuItemLink } from '../../../components/menu-item-link.tsx';
import { toast } from '../../../components/toasts.ts';
import type { EngineRow } from '../engine-row.ts';
import '../texts.ts';
import classes from './engines-page.module.css';
import { RestartButton } from './restart-button.tsx';

export interface EngineActionHandlers {
  connect: (row: EngineRow) => void;
  restart: (row: EngineRow) => void;
  remove: (row: EngineRow) => void;
  logOut: (row: EngineRow) => void;
  /** Null if this person may not unpair. */
  unpair: ((row: EngineRow) => void) | null;
  /** The engine whose restart is being requested. */
  restartingId: string | null;
}

/** Actions on an engine that its driver, its state and the user's permissions allow. */
export function EngineActions({ row, actions }: { row: EngineRow; actions: EngineActionHandlers }) {
  const { t } = useTranslation('engines');
  if (row.type === 'whatsapp-web') {
    return (
      <Stack gap={0} align="flex-end">
        <Hint size="xs" className={classes.nowrap} title={t('readOnlyHint')}>
          {t('readOnly')}
        </Hint>
        {actions.unpair && (
          <Button size="compact-xs" variant="subtle" onClick={() => actions.unpair?.(row)}>
            {t('extension.unpair')}
          </Button>
        )}
      </Stack>
    );
  }
  const isWaiting = row.status === 'qrcode' || row.status === 'unpaired';
  const copySession = () => void navigator.clipboard.writeText(row.session).then(() => toast(t('action.copied')));
  return (
    <div className={classes.actions}>
      {isWaiting && !row.isLegacy && (
        <Button size="compact-sm" leftSection={<IconQrcode size={16} />} onClick={() => actions.connect(row)}>
          {row.qrCode ? t('action.showQr') : t('action.connect')}
        </Button>
      )}
      {row.canRestart && (
        <RestartButton
          isIcon
          engine={row.engine}
          isRestarting={actions.restartingId === row.id}
          onRestart={() => actions.restart(row)}
        />
      )}
      {row.canDelete && (
        <Tooltip label={t('action.delete')}>
          <ActionIcon variant="default" size={30} aria-label={t('action.delete')} onClick={() => actions.remove(row)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('action.menu', { name: row.name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItemLink
            to="/engine-explorer/$engineId"
            params={{ engineId: row.id }}
            leftSection={<IconTelescope size={16} />}
          >
            {t('action.explore')}
          </MenuItemLink>
          {isWaiting && (
            <Menu.Item
              component="a"
              href={`/qr-view?engineId=${row.id}`}
              target="_blank"
              leftSection={<IconDeviceDesktop size={16} />}
            >
              {t('action.secondScreen')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={copySession}>
            {t('action.copySession')}
          </Menu.Item>
          {row.engine.abilities.logOut && (
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => actions.logOut(row)}>
              {t('action.logOut')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

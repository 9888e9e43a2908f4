import { ActionIcon, Kbd } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from './account-menu.tsx';
import { LiveDot } from './live-dot.tsx';
import { openPageSearch } from './page-search.tsx';
import classes from './top-bar.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation('frame');
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size={36}
        onClick={onOpenMenu}
        aria-label={t('menu.open')}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <WorkspaceMenu />
      <button
        type="button"
        className={classes.search}
        onClick={openPageSearch}
        aria-label={t('search.open')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.searchText}>{t('search.open')}</span>
        <Kbd size="xs" className={classes.searchKey}>
          {/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </button>
      <LiveDot />
      <AccountMenu />
    </header>
  );
}

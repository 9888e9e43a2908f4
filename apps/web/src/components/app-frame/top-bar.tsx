import { ActionIcon, Kbd, Skeleton } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOf } from '../../lib/signed-in/use-zone.ts';
import { FeaturesContext } from '../feature.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveDot } from './live-dot.tsx';
import { openSearch } from './open-search.ts';
import classes from './top-bar.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

export function TopBar({ me, onOpenMenu }: { me: Me | null; onOpenMenu: () => void }) {
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
      {me ? <WorkspaceMenu /> : <Skeleton className={classes.workspaceWaiting} />}
      <button
        type="button"
        className={classes.search}
        onClick={openSearch}
        aria-label={t('search.open')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.searchText}>{t('search.open')}</span>
        <Kbd
          size="xs"
          className={classes.searchKey ?? ''}
          data-key={/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        />
      </button>
      <LiveDot zone={me ? zoneOf(me) : undefined} />
      <FeatureItems isKnown={me !== null} />
      {me ? <AccountMenu /> : <Skeleton className={classes.accountWaiting} height={32} circle />}
    </header>
  );
}

/** What features add to the top bar; space is reserved for each from the first paint. */
function FeatureItems({ isKnown }: { isKnown: boolean }) {
  return useContext(FeaturesContext).map(
    ({ inTopBar: Part }, index) =>
      Part && (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of features never changes
        <div key={index} className={classes.part}>
          {isKnown && (
            <Suspense fallback={null}>
              <Part />
            </Suspense>
          )}
        </div>
      ),
  );
}

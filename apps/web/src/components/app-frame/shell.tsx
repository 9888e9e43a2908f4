import { Drawer } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../lib/format/clock.ts';
import { Deferred } from '../deferred.tsx';
import { FeaturesContext } from '../feature.ts';
import { Banners } from './banners.tsx';
import { useMenuDrawer } from './menu-drawer.ts';
import { RedirectNotice } from './redirect-notice.tsx';
import { SearchOnDemand, useSearchKey } from './search-on-demand.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import './texts.ts';
import { TopBar } from './top-bar.tsx';

/** The bot builder folds the sidebar to icons, to give its canvas the width. */
const WIDE_SCREEN = '/bot-build-view/';

/**
 * Sidebar (a drawer on phones), top bar and the screen. `me` is null while unknown: every part has its place from the
 * first paint.
 */
export function Shell({ me, children }: { me: Me | null; children: ReactNode }) {
  const { t } = useTranslation('frame');
  const [isCollapsed, setIsCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { pathname } = useLocation();
  const isWide = pathname.startsWith(WIDE_SCREEN);
  // On that screen the sidebar, once opened, stays open until the user leaves.
  const [isOpenedThere, setIsOpenedThere] = useState(false);
  const isFolded = isWide ? !isOpenedThere : isCollapsed;
  const drawer = useMenuDrawer(pathname);
  const clock = useClock();
  useSearchKey();

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Banners me={me} />
      <div className={classes.columns}>
        <nav className={classes.sidebar} data-collapsed={isFolded || undefined} aria-label={t('menu.label')}>
          <Sidebar
            role={me?.role}
            isCollapsed={isFolded}
            onToggle={() => (isWide ? setIsOpenedThere(isFolded) : setIsCollapsed(!isCollapsed))}
          />
        </nav>
        <div className={classes.stage}>
          <TopBar me={me} onOpenMenu={drawer.open} />
          <RedirectNotice />
          <main id="content" className={classes.content} tabIndex={-1}>
            {/* When the clock format changes, every time on the screen is rendered again. */}
            <Fragment key={clock}>{children}</Fragment>
          </main>
          {me && !me.supportMode && (
            <Deferred fallback={null}>
              <MessageOverlays />
            </Deferred>
          )}
        </div>
      </div>
      <Drawer.Root opened={drawer.isOpen} onClose={drawer.close} size={272} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('menu.label')}>
          <nav className={classes.drawer} aria-label={t('menu.label')}>
            <Sidebar role={me?.role} isCollapsed={false} onToggle={drawer.close} isDrawer />
          </nav>
        </Drawer.Content>
      </Drawer.Root>
      {me && (
        <Deferred fallback={null}>
          <SearchOnDemand />
        </Deferred>
      )}
    </div>
  );
}

function MessageOverlays() {
  return useContext(FeaturesContext).map(
    ({ below: Below }, index) =>
      Below && (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of features never changes
        <Suspense key={index} fallback={null}>
          <Below />
        </Suspense>
      ),
  );
}

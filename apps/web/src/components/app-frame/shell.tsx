import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Deferred } from '../deferred.tsx';
import { Banners } from './banners.tsx';
import { PageSearch, usePageSearchKey } from './page-search.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import './texts.ts';
import { TopBar } from './top-bar.tsx';

/** Sidebar (a drawer on phones), top bar and the screen. */
export function Shell() {
  const { t } = useTranslation('frame');
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isCollapsed, setIsCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { pathname } = useLocation();
  usePageSearchKey();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer
  useEffect(() => drawer.close(), [pathname]);

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Banners />
      <div className={classes.columns}>
        <nav className={classes.sidebar} data-collapsed={isCollapsed || undefined} aria-label={t('menu.label')}>
          <Deferred>
            <Sidebar isCollapsed={isCollapsed} onToggle={() => setIsCollapsed(!isCollapsed)} />
          </Deferred>
        </nav>
        <div className={classes.stage}>
          <Deferred>
            <TopBar onOpenMenu={drawer.open} />
          </Deferred>
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <Drawer.Root opened={isDrawerOpen} onClose={drawer.close} size={272} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('menu.label')}>
          <nav className={classes.drawer} aria-label={t('menu.label')}>
            <Sidebar isCollapsed={false} onToggle={drawer.close} isDrawer />
          </nav>
        </Drawer.Content>
      </Drawer.Root>
      <Deferred>
        <PageSearch />
      </Deferred>
    </div>
  );
}

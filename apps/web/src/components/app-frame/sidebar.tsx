import { ActionIcon, Tooltip } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HOME } from '../../lib/signed-in/guards.ts';
import { Logo } from '../logo.tsx';
import '../texts.ts';
import type { NavigationPage } from '../feature.ts';
import { useNavigation } from './navigation.ts';
import classes from './sidebar.module.css';

/** The groups of screens; collapsed to icons, each keeps its name as a tooltip and for screen readers. */
export function Sidebar(props: {
  /** Undefined: not known yet. */
  role: Me['role'] | undefined;
  isCollapsed: boolean;
  onToggle: () => void;
  isDrawer?: boolean;
}) {
  const { t } = useTranslation(['frame', 'shell']);
  const groups = useNavigation(props.role);
  const toggleName = props.isDrawer ? t('menu.close') : props.isCollapsed ? t('menu.expand') : t('menu.collapse');
  const ToggleIcon = props.isDrawer
    ? IconX
    : props.isCollapsed
      ? IconLayoutSidebarLeftExpand
      : IconLayoutSidebarLeftCollapse;

  const toggle = (
    <Tooltip label={toggleName} position="right">
      <ActionIcon
        className={classes.toggle}
        variant="subtle"
        color="gray"
        size={36}
        onClick={props.onToggle}
        aria-label={toggleName}
      >
        <ToggleIcon size={20} stroke={1.6} className={classes.toggleIcon} />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <div className={classes.sidebar} data-collapsed={props.isCollapsed || undefined}>
      <div className={classes.head}>
        <Link to={HOME} className={classes.brand} aria-label={t('shell:product')}>
          <Logo size={28} />
          {!props.isCollapsed && <span>{t('shell:product')}</span>}
        </Link>
        {props.isDrawer && toggle}
      </div>
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group.name} className={classes.group} aria-label={t(`group.${group.name}`)}>
            <div className={classes.groupName} aria-hidden>
              {props.isCollapsed ? '' : t(`group.${group.name}`)}
            </div>
            {group.pages.map((page) => (
              <SidebarLink key={page.path} page={page} isCollapsed={props.isCollapsed} />
            ))}
          </section>
        ))}
      </div>
      {!props.isDrawer && toggle}
    </div>
  );
}

function SidebarLink({ page, isCollapsed }: { page: NavigationPage; isCollapsed: boolean }) {
  const { t } = useTranslation('page');
  const name = t(page.path);
  const link = (
    <Link to={page.path} className={classes.link} aria-label={name}>
      <page.icon size={20} stroke={1.6} aria-hidden />
      {!isCollapsed && <span className={classes.linkName}>{name}</span>}
    </Link>
  );
  if (!isCollapsed) return link;
  return (
    <Tooltip label={name} position="right">
      {link}
    </Tooltip>
  );
}

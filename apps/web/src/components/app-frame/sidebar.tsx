import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import {
  IconArrowLeft,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../../lib/signed-in/guards.ts';
import { Logo } from '../logo.tsx';
import '../texts.ts';
import type { NavigationPage } from '../feature.ts';
import { isOfSettings, isPageAt, useNavigation } from './navigation.ts';
import classes from './sidebar.module.css';

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true };

/** Where "Back" leads from the settings: the screen from which they were opened. */
let openedFrom: string = HOME;

/**
 * Groups of screens, or of the settings; when collapsed to icons, each keeps its name as a tooltip and for screen
 * readers.
 */
export function Sidebar(props: {
  /** Undefined while unknown. */
  role: Me['role'] | undefined;
  isCollapsed: boolean;
  onToggle: () => void;
  isDrawer?: boolean;
}) {
  const { t } = useTranslation(['frame', 'shell']);
  const pathname = useLocation({ select: (location) => location.pathname });
  const groups = useNavigation(props.role);
  const isAtSettings = groups.some(
    (group) => isOfSettings(group) && group.pages.some((page) => isPageAt(page, pathname)),
  );
  // On a phone, users browse the settings before opening one of them.
  const [chosen, setChosen] = useState<'app' | 'settings' | null>(null);
  const isSettings = chosen ? chosen === 'settings' : isAtSettings;
  useEffect(() => {
    if (!isAtSettings) openedFrom = pathname;
  }, [isAtSettings, pathname]);
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
  const turn = (name: string, Icon: TablerIcon, to: 'app' | 'settings', path: string) => (
    <WithTooltip name={name} isCollapsed={props.isCollapsed}>
      {props.isDrawer ? (
        <UnstyledButton className={classes.link} onClick={() => setChosen(to)}>
          <Icon {...icon} className={classes.turnIcon} />
          <span className={classes.linkName}>{name}</span>
        </UnstyledButton>
      ) : (
        <Link to={path} className={classes.link} aria-label={name}>
          <Icon {...icon} className={classes.turnIcon} />
          {!props.isCollapsed && <span className={classes.linkName}>{name}</span>}
        </Link>
      )}
    </WithTooltip>
  );

  return (
    <div className={classes.sidebar} data-collapsed={props.isCollapsed || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={t('shell:product')}>
          <Logo size={28} />
          {!props.isCollapsed && <span>{t('shell:product')}</span>}
        </Link>
        {props.isDrawer && toggle}
      </div>
      <div className={classes.groups}>
        {isSettings && turn(t('menu.back'), IconArrowLeft, 'app', openedFrom)}
        {groups
          .filter((group) => isOfSettings(group) === isSettings)
          .map((group) => (
            <div key={group.name} className={classes.group}>
              <div className={classes.groupName} aria-hidden>
                {props.isCollapsed ? '' : t(`group.${group.name}`)}
              </div>
              <ul className={classes.pages} aria-label={t(`group.${group.name}`)}>
                {group.pages.map((page) => (
                  <li key={page.path}>
                    <SidebarLink page={page} isCollapsed={props.isCollapsed} pathname={pathname} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
      <div className={classes.foot}>
        {!isSettings && turn(t('menu.settings'), IconSettings, 'settings', '/account')}
        {!props.isDrawer && toggle}
      </div>
    </div>
  );
}

function SidebarLink(props: { page: NavigationPage; isCollapsed: boolean; pathname: string }) {
  const { page, isCollapsed } = props;
  const { t } = useTranslation('page');
  const name = t(page.path);
  return (
    <WithTooltip name={name} isCollapsed={isCollapsed}>
      <Link
        to={page.path}
        className={classes.link}
        aria-label={name}
        data-current={isPageAt(page, props.pathname) || undefined}
      >
        <page.icon {...icon} />
        {!isCollapsed && <span className={classes.linkName}>{name}</span>}
      </Link>
    </WithTooltip>
  );
}

/** Adds the name as a tooltip to a link that shows only its icon. */
function WithTooltip(props: { name: string; isCollapsed: boolean; children: ReactElement }) {
  if (!props.isCollapsed) return props.children;
  return (
    <Tooltip label={props.name} position="right">
      {props.children}
    </Tooltip>
  );
}

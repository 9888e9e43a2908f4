import { Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state-block.module.css';

/** Nothing here yet, why, and the one next step. */
export function EmptyState(props: {
  icon: TablerIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** It is all that the page has: its title is the page's. */
  isPage?: boolean;
}) {
  return (
    <div className={classes.block}>
      <span className={classes.icon}>
        <props.icon size={24} stroke={1.6} aria-hidden />
      </span>
      <Title order={props.isPage ? 1 : 2} size="h3">
        {props.title}
      </Title>
      {props.text && (
        <Text c="dimmed" size="sm" maw={420}>
          {props.text}
        </Text>
      )}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  );
}

import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Heading } from './heading.tsx';
import { Hint } from './hint.tsx';
import classes from './state-block.module.css';

/** Says that nothing is here yet, why, and the next step. */
export function EmptyState(props: {
  icon: TablerIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** The page shows nothing else: its title is the page's. */
  isPage?: boolean;
}) {
  return (
    <div className={classes.block}>
      <span className={classes.icon}>
        <props.icon size={24} stroke={1.6} aria-hidden />
      </span>
      <Heading order={props.isPage ? 1 : 2} size="h3">
        {props.title}
      </Heading>
      {props.text && <Hint maw={420}>{props.text}</Hint>}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  );
}

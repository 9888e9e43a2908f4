import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatTotal } from '../lib/format/numbers.ts';
import { useTitle } from '../lib/navigation/use-title.ts';
import classes from './page-header.module.css';

/** A screen's title, item count and actions (the primary one last). Also sets the document title. */
export function PageHeader(props: {
  title: string;
  /** Present but undefined: not known yet, space is reserved. */
  count?: number | undefined;
  /** False: there are more than `count`. */
  countIsExact?: boolean | undefined;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  useTitle(props.title);
  return (
    <header className={classes.header}>
      <Title order={1} className={classes.title}>
        <bdi>{props.title}</bdi>
        {'count' in props && (
          <span className={classes.count}>
            {props.count !== undefined && formatTotal({ total: props.count, totalIsExact: props.countIsExact ?? true })}
          </span>
        )}
      </Title>
      {props.children}
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
    </header>
  );
}

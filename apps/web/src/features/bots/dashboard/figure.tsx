import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import type { Section } from '../api/load-dashboard.ts';
import classes from './dashboard.module.css';

/** One figure with its name above it; space is reserved for it, and a failure takes its place. */
export function Figure<Data>(props: {
  name: string;
  section: Section<Data> | null;
  fallback: string;
  value: (data: Data) => ReactNode;
  note?: (data: Data) => ReactNode;
  /** The period or subject of the figure. */
  span?: string | undefined;
}) {
  const { section } = props;
  return (
    <Card className={classes.card} aria-label={props.name}>
      <div className={classes.name}>{props.name}</div>
      {section === null ? (
        <>
          <Skeleton height={32} width={80} />
          <div className={classes.note} />
        </>
      ) : 'data' in section ? (
        <>
          <div className={classes.value}>{props.value(section.data)}</div>
          <Text size="xs" c="dimmed" component="div" className={classes.note}>
            {props.note?.(section.data)}
            {props.span && <div>{props.span}</div>}
          </Text>
        </>
      ) : (
        <Text size="sm" c="red" role="alert">
          {section.error ?? props.fallback}
        </Text>
      )}
    </Card>
  );
}

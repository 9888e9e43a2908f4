import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import classes from './console.module.css';

/**
 * One figure of a screen with its name above it. `level` sets its colour. `note` is small print below it, with two
 * lines reserved until it is known (`false`).
 */
export function FigureCard(props: { name: string; level?: 'normal' | 'error'; note?: ReactNode; children: ReactNode }) {
  return (
    <Card className={classes.card} aria-label={props.name}>
      <div className={classes.cardName}>{props.name}</div>
      <div className={`${classes.cardValue} ${classes.level}`} data-level={props.level ?? 'normal'}>
        {props.children}
      </div>
      {props.note !== undefined && (
        <Text size="xs" c="dimmed" component="div" mih="2lh">
          {props.note}
        </Text>
      )}
    </Card>
  );
}

import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import classes from './explorer.module.css';

interface Fact {
  name: string;
  value: ReactNode;
}

export const fact = (name: string, value: ReactNode): Fact => ({ name, value });

/** A card of labels and values. */
export function Facts(props: { title: string; facts: Fact[] }) {
  return (
    <Card className={classes.card} aria-label={props.title}>
      <Heading size="h3">{props.title}</Heading>
      <dl className={classes.facts}>
        {props.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

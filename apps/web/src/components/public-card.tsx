import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from './card.tsx';
import { Hint } from './hint.tsx';
import { Logo } from './logo.tsx';
import classes from './public-card.module.css';
import './texts.ts';

/** Template of the screens outside the shell: one centred card. */
export function PublicCard(props: {
  /** Above the title. */
  icon?: ReactNode;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** For first-time visitors: what the product is, beside the card or above it. */
  about?: ReactNode;
  /** Shown in the top corner. */
  corner?: ReactNode;
}) {
  return (
    <Branded about={props.about} corner={props.corner}>
      <Card as="div" className={classes.card}>
        {props.icon}
        <Title order={1}>{props.title}</Title>
        {props.lead && <Hint mt={8}>{props.lead}</Hint>}
        {props.children && <div className={classes.body}>{props.children}</div>}
      </Card>
      {props.footer && <div className={classes.footer}>{props.footer}</div>}
    </Branded>
  );
}

/** Placeholder while the card's screen loads. */
export function PublicCardSkeleton() {
  return (
    <Branded>
      <Card as="div" className={classes.card} aria-busy>
        <div className={classes.waiting} />
      </Card>
    </Branded>
  );
}

function Branded({ about, corner, children }: { about?: ReactNode; corner?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <main className={classes.page}>
      {corner && <div className={classes.corner}>{corner}</div>}
      <div className={classes.column} data-wide={about ? true : undefined}>
        <div>
          <Link to="/" className={classes.brand}>
            <Logo size={32} />
            <span>{t('product')}</span>
          </Link>
          {about && <div className={classes.about}>{about}</div>}
        </div>
        <div>{children}</div>
      </div>
    </main>
  );
}

import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import classes from './table-card.module.css';

/** A table that takes the remaining height, with a footer. */
export const TableCard = ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
  <Card as="div" className={classes.card}>
    {children}
    {footer && <div className={classes.footer}>{footer}</div>}
  </Card>
);

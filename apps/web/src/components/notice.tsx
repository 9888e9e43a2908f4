import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A short message within a form: what went wrong, what to check first, or what has been done. */
export function Notice({ tone, children }: { tone: 'error' | 'warning' | 'success'; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'success' ? 'status' : 'alert'}>
      {children}
    </div>
  );
}

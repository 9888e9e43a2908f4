import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A short message in the flow of a form: what went wrong, or what has been done. */
export function Notice({ tone, children }: { tone: 'error' | 'success'; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './tab-links.module.css';

/** The tabs of a screen, each with an address of its own. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** One tab. `isCurrent` is passed in, because an address may select a tab implicitly. */
export const TabLink = createLink(({ isCurrent, ...props }: { isCurrent: boolean } & ComponentProps<'a'>) => (
  <a {...props} className={classes.tab} aria-current={isCurrent ? 'page' : undefined} />
));

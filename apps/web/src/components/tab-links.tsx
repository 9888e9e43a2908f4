import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './tab-links.module.css';

/** The parts of a screen of which each has an address. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** One of them; the current one is named, for an address may mean it without saying so. */
export const TabLink = createLink(({ isCurrent, ...props }: { isCurrent: boolean } & ComponentProps<'a'>) => (
  <a {...props} className={classes.tab} aria-current={isCurrent ? 'page' : undefined} />
));

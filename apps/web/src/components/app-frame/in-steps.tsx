import type { ReactNode } from 'react';
import { Later } from '../later.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * A heavy screen, drawn in steps that the browser may interrupt: the router has React draw a screen whose code has come in one piece, which holds
 * a slow machine for a tenth of a second. What stood while the code was on its way stands until then.
 */
export function inSteps(Screen: () => ReactNode): () => ReactNode {
  return function InSteps() {
    return (
      <Later instead={<PageSkeleton />}>
        <Screen />
      </Later>
    );
  };
}

import type { ReactNode } from 'react';
import { Deferred } from '../deferred.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * A heavy screen, drawn in steps that the browser may interrupt: the router has React draw a screen whose code has come
 * in one piece, which holds a slow machine for a tenth of a second. What stood while the code was on its way stands
 * until then.
 */
export function deferScreen(Screen: () => ReactNode): () => ReactNode {
  return function InSteps() {
    return (
      <Deferred instead={<PageSkeleton />}>
        <Screen />
      </Deferred>
    );
  };
}

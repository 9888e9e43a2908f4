import type { ReactNode } from 'react';
import { Deferred } from '../deferred.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * Renders a heavy screen in steps that the browser may interrupt. The router has React render a newly loaded screen in
 * one piece, which blocks a slow machine for a tenth of a second. The pending screen stays until the new one is ready.
 */
export function deferScreen(Screen: () => ReactNode): () => ReactNode {
  return function InSteps() {
    return (
      <Deferred fallback={<PageSkeleton />}>
        <Screen />
      </Deferred>
    );
  };
}

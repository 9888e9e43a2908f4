import { type ReactNode, useDeferredValue } from 'react';

/**
 * Draws what is in it in a second step, which the browser may interrupt: the frame of a screen stands at once, and a heavy part of it
 * never holds the page up as a whole.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false);
  return isDue ? children : null;
}

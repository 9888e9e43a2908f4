import { type ReactNode, useDeferredValue } from 'react';

/**
 * Draws a heavy part once the rest of its screen stands, in steps that the browser may interrupt, and not before
 * `when`. Until then its room is held `instead`, by something as large: nothing around it moves.
 */
export function Deferred(props: { children: ReactNode; instead: ReactNode; when?: boolean }) {
  const isDue = useDeferredValue(props.when ?? true, false);
  return isDue ? props.children : props.instead;
}

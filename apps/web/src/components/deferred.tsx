import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders a heavy part after the rest of its screen, in steps that the browser may interrupt, and not before `when`.
 * Until then `fallback` takes its place; it should be as large, so that nothing moves.
 */
export function Deferred(props: { children: ReactNode; fallback: ReactNode; when?: boolean }) {
  const isDue = useDeferredValue(props.when ?? true, false);
  return isDue ? props.children : props.fallback;
}

import { useSyncExternalStore } from 'react';
import type { Composed } from './composed.ts';

let asked: Composed | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog for a message over whatever screen there is; null closes it. */
export function askForMessage(composed: Composed | null): void {
  asked = composed;
  for (const listener of listeners) listener();
}

/** What was asked for last, until it is done. */
export function useAskedMessage(): Composed | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

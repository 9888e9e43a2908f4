import { useSyncExternalStore } from 'react';
import type { ComposeTarget } from './compose-target.ts';

let asked: ComposeTarget | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog for a message over whatever screen there is; null closes it. */
export function openCompose(composed: ComposeTarget | null): void {
  asked = composed;
  for (const listener of listeners) listener();
}

/** What was asked for last, until it is done. */
export function useAskedMessage(): ComposeTarget | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

import { useSyncExternalStore } from 'react';
import type { ComposeTarget } from './compose-target.ts';

/** A dialog that any screen may ask for, and that one feature shows over whatever screen there is. */
function askedDialog<Asked>() {
  let asked: Asked | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    /** Opens the dialog; null closes it. */
    open(next: Asked | null): void {
      asked = next;
      for (const listener of listeners) listener();
    },
    /** What was asked for last, until it is done. */
    useAsked: () => useSyncExternalStore(subscribe, () => asked),
  };
}

export const { open: openCompose, useAsked: useAskedMessage } = askedDialog<ComposeTarget>();
export const { open: openConnect, useAsked: useAskedConnection } = askedDialog<true>();

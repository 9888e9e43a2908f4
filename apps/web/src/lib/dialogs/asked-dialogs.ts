import { useSyncExternalStore } from 'react';
import type { ComposeTarget } from './compose-target.ts';

/** A dialog that any screen may request, rendered by one feature over whatever screen is open. */
function createDialogRequest<Asked>() {
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
    /** The current request; null once it is done. */
    useAsked: () => useSyncExternalStore(subscribe, () => asked),
  };
}

export const { open: openCompose, useAsked: useComposeRequest } = createDialogRequest<ComposeTarget>();
export const { open: openConnect, useAsked: useConnectRequest } = createDialogRequest<true>();

import { useSyncExternalStore } from 'react';
import type { ComposeTarget } from './compose-target.ts';

/** A dialog that any screen may request, rendered by one feature over whatever screen is open. */
function createDialogRequest<Request>() {
  let current: Request | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    /** Opens the dialog; null closes it. */
    open(next: Request | null): void {
      current = next;
      for (const listener of listeners) listener();
    },
    /** The current request; null once it is done. */
    useRequest: () => useSyncExternalStore(subscribe, () => current),
  };
}

export const { open: openCompose, useRequest: useComposeRequest } = createDialogRequest<ComposeTarget>();
export const { open: openConnect, useRequest: useConnectRequest } = createDialogRequest<true>();

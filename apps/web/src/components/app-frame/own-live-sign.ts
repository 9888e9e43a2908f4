import { useEffect, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}

/**
 * For a screen with its own live indicator: while mounted, the frame's indicator appears only when something is wrong.
 */
export function useOwnLiveSign(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

export function useHasOwnLiveSign(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
  );
}

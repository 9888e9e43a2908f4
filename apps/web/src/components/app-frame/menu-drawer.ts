import { useSyncExternalStore } from 'react';

/** The address at which the menu was opened; null: it is closed. */
let openedAt: string | null = null;
const listeners = new Set<() => void>();

function openAt(pathname: string | null): void {
  openedAt = pathname;
  for (const listener of listeners) listener();
}

/**
 * The menu of phones: open until it is closed or another screen comes. Kept beside the frame, for the frame that waits
 * for a screen gives way to that of the screen, and the menu of whoever is quicker than that stays open.
 */
export function useMenuDrawer(pathname: string): { isOpen: boolean; open: () => void; close: () => void } {
  const isOpen = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openedAt === pathname,
  );
  return { isOpen, open: () => openAt(pathname), close: () => openAt(null) };
}

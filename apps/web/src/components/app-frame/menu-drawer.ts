import { useSyncExternalStore } from 'react';

/** The address at which the menu was opened; null when closed. */
let openedAt: string | null = null;
const listeners = new Set<() => void>();

function openAt(pathname: string | null): void {
  openedAt = pathname;
  for (const listener of listeners) listener();
}

/**
 * The menu on phones: open until it is closed or the screen changes. Its state is kept outside the frame, because the
 * waiting frame is replaced by the screen's own and a menu opened early must stay open.
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

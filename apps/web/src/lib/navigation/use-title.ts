import { useEffect } from 'react';

/** Sets the title of the browser's tab and history entry. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Switchyard`;
  }, [title]);
}

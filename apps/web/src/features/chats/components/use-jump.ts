import { type RefObject, useEffect, useState } from 'react';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Leads to a message of the list by WhatsApp's id: older ones are read until it is there. */
export function useJump(list: RefObject<HTMLElement | null>, known: ReadonlyMap<string, unknown>, pages: Pages) {
  const [wanted, setWanted] = useState<string | null>(null);
  const [isLost, setIsLost] = useState(false);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  useEffect(() => {
    if (wanted === null || isFetchingNextPage) return;
    if (known.has(wanted)) {
      const items = [...(list.current?.children ?? [])].filter((item) => item instanceof HTMLElement);
      const found = items.find((item) => item.dataset.waMessageId === wanted);
      found?.scrollIntoView({ block: 'center' });
      // It stays marked as long as nobody goes elsewhere.
      found?.focus({ preventScroll: true });
      setWanted(null);
    } else if (hasNextPage && !isError) {
      void fetchNextPage();
    } else {
      setIsLost(true);
      setWanted(null);
    }
  }, [wanted, known, list, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const jumpTo = (waMessageId: string) => {
    setIsLost(false);
    setWanted(waMessageId);
  };
  return { jumpTo, isLost };
}

import { type RefObject, useEffect, useState } from 'react';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Scrolls to a message by WhatsApp's id, loading older pages until it is found. */
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
      // Focus keeps it highlighted until the person moves on.
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

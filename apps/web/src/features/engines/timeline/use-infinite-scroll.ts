import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Distance below the viewport at which the end counts as visible. */
const LOAD_AHEAD = '400px';

/**
 * Calls `onVisible` when the end of a list becomes visible while `isOn`.
 * @returns a ref for the element at the end
 */
export function useInfiniteScroll(isOn: boolean, onVisible: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const handleVisible = useEffectEvent(onVisible);
  useEffect(() => {
    const element = end.current;
    if (!isOn || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && handleVisible(),
      {
        rootMargin: LOAD_AHEAD,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOn]);
  return end;
}

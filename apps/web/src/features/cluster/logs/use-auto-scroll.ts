import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Auto-scroll is checked every 500 ms (spec 001 section 9). */
export const AUTO_SCROLL_MS = 500;
/** Within this distance, the log counts as at its end. */
const END_PX = 30;

interface AutoScroll {
  isPaused: boolean;
  setIsPaused: (isPaused: boolean) => void;
}

/**
 * Keeps a log at its end while lines arrive. Scrolling up pauses it, until the user is back at the end or resumes.
 * @param droppedPx height of the lines dropped at the top so far, which must not move what is being read
 */
export function useAutoScroll(scroller: RefObject<HTMLElement | null>, droppedPx: number): AutoScroll {
  const [pausedBy, setPausedBy] = useState<'button' | 'scroll' | null>(null);
  const isPaused = pausedBy !== null;

  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      const box = scroller.current;
      if (box && box.scrollTop + box.clientHeight < box.scrollHeight - 1) box.scrollTop = box.scrollHeight;
    }, AUTO_SCROLL_MS);
    return () => clearInterval(timer);
  }, [isPaused, scroller]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let top = box.scrollTop;
    let height = box.scrollHeight;
    const check = () => {
      // A log that has become shorter moves by itself.
      const isUp = box.scrollTop < top && box.scrollHeight >= height;
      const isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - END_PX;
      top = box.scrollTop;
      height = box.scrollHeight;
      setPausedBy((before) => {
        if (before === null) return isUp && !isAtEnd ? 'scroll' : null;
        return before === 'scroll' && isAtEnd ? null : before;
      });
    };
    // At once: by the time of the scroll event, the next line may have brought the log back to its end.
    const reach = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && box.scrollTop > 0) setPausedBy((before) => before ?? 'scroll');
    };
    box.addEventListener('scroll', check, { passive: true });
    box.addEventListener('wheel', reach, { passive: true });
    return () => {
      box.removeEventListener('scroll', check);
      box.removeEventListener('wheel', reach);
    };
  }, [scroller]);

  const droppedBefore = useRef(0);
  useLayoutEffect(() => {
    const gonePx = droppedPx - droppedBefore.current;
    droppedBefore.current = droppedPx;
    if (isPaused && gonePx > 0 && scroller.current) scroller.current.scrollTop -= gonePx;
  }, [droppedPx, isPaused, scroller]);

  return { isPaused, setIsPaused: (isOn) => setPausedBy(isOn ? 'button' : null) };
}

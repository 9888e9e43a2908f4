import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Reports when the pointer has left `place`, while `isIn` holds. The element under the pointer may be removed before it
 * moves, as in cells of a live table: the browser then fires no leave event, and only the next enter event reveals it.
 */
export function usePointerLeft(place: RefObject<HTMLElement | null>, isIn: boolean, onLeft: () => void): void {
  const checkTarget = useEffectEvent(({ target }: PointerEvent) => {
    // An overlay above the page may belong to the place itself: React reports that.
    if (target instanceof Element && !place.current?.contains(target) && !target.closest('[data-portal]')) onLeft();
  });
  useEffect(() => {
    if (!isIn) return;
    const listener = (event: PointerEvent) => checkTarget(event);
    document.addEventListener('pointerover', listener);
    return () => document.removeEventListener('pointerover', listener);
  }, [isIn]);
}

/**
 * Whether the pointer or the keyboard has been on an element long enough to open its popup; `props` go on the element.
 */
export function useOpenOnHover(afterMs: number) {
  const ref = useRef<HTMLSpanElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isWanted = isPointed || isFocused;
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setIsOpen(true), afterMs);
    return () => {
      clearTimeout(timer);
      setIsOpen(false);
    };
  }, [isWanted, afterMs]);
  usePointerLeft(ref, isPointed, () => setIsPointed(false));
  return {
    isOpen,
    props: {
      ref,
      onPointerEnter: () => setIsPointed(true),
      onPointerLeave: () => setIsPointed(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  };
}

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Says when the pointer is on `place` no more. What was under the pointer may be out of the page by the time it moves,
 * as cells of a live table are: then the browser tells nobody that it left, and only what it is on next shows that. For
 * as long as `isIn` holds.
 */
export function usePointerLeft(place: RefObject<HTMLElement | null>, isIn: boolean, onLeft: () => void): void {
  const look = useEffectEvent(({ target }: PointerEvent) => {
    // What is open over the page may be the place's own: of that React tells.
    if (target instanceof Element && !place.current?.contains(target) && !target.closest('[data-portal]')) onLeft();
  });
  useEffect(() => {
    if (!isIn) return;
    const listener = (event: PointerEvent) => look(event);
    document.addEventListener('pointerover', listener);
    return () => document.removeEventListener('pointerover', listener);
  }, [isIn]);
}

/**
 * Whether the pointer, or the keyboard, has been on an element for so long that what it opens is wanted; `props` are
 * the element's.
 */
export function useOpensWhenPointed(afterMs: number) {
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

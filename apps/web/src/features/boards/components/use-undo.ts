import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '../../../components/toasts.ts';

/** Maximum actions that can be undone. */
const MAX_UNDONE = 50;

interface Done {
  /** Text of the toast after undoing. */
  undone: string;
  /** @returns whether it was undone */
  undo: () => Promise<boolean>;
}

/**
 * Undo history of this person on a board; Ctrl+Z undoes the last action.
 * @returns a function that adds an action
 */
export function useUndo(): (act: Done) => void {
  const acts = useRef<Done[]>([]);
  const undo = async () => {
    const act = acts.current.pop();
    if (act && (await act.undo())) toast(act.undone);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== 'z' || isTyping(event.target)) return;
    // A toast with undo is more recent and listens for the same key.
    setTimeout(() => event.defaultPrevented || void undo());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (act) => {
    acts.current = [...acts.current, act].slice(-MAX_UNDONE);
  };
}

/** In text fields the key undoes typing. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

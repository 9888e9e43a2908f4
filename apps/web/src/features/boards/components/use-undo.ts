import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '../../../components/toasts.ts';

/** Maximum actions that can be undone. */
const MAX_UNDO_STEPS = 50;

interface UndoableAction {
  /** Text of the toast after undoing. */
  undoneText: string;
  /** @returns whether it was undone */
  undo: () => Promise<boolean>;
}

/**
 * Undo history of this person on a board; Ctrl+Z undoes the last action.
 * @returns a function that adds an action
 */
export function useUndo(): (action: UndoableAction) => void {
  const actions = useRef<UndoableAction[]>([]);
  const undo = async () => {
    const action = actions.current.pop();
    if (action && (await action.undo())) toast(action.undoneText);
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
  return (action) => {
    actions.current = [...actions.current, action].slice(-MAX_UNDO_STEPS);
  };
}

/** In text fields the key undoes typing. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

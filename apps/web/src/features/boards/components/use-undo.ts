import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '../../../components/toasts.ts';

/** Acts that can be taken back, one after the other. */
const MAX_UNDONE = 50;

interface Done {
  /** What is said once it is taken back. */
  undone: string;
  /** @returns whether it was taken back */
  undo: () => Promise<boolean>;
}

/** One's own last acts on a board; Ctrl+Z takes back the last one. @returns remembers one */
export function useUndo(): (act: Done) => void {
  const acts = useRef<Done[]>([]);
  const undo = async () => {
    const act = acts.current.pop();
    if (act && (await act.undo())) toast(act.undone);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== 'z' || isTyping(event.target)) return;
    // What a toast offers to take back came last, and listens for the same key.
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

/** There the key takes back what was typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

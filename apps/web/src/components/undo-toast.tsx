import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { toast, toastError } from './toasts.ts';
import './screen-texts.ts';

/** Long enough to read it, reconsider and reach the button. */
const UNDO_MS = 10_000;

/** Only the last action can be undone: later ones may depend on earlier ones. */
let currentToastId: string | undefined;

/**
 * Says what has been done and offers to undo it by its button or Ctrl+Z, instead of asking beforehand.
 * @param undo undoes it, and resolves to a text about the outcome
 * @param whyNot describes why undoing failed; shown until closed
 */
export function toastUndo(
  done: string,
  undo: () => Promise<string>,
  describeFailure: (error: unknown) => string,
): void {
  const runUndo = async () => {
    // A toast that was replaced is still visible for a moment.
    if (currentToastId !== id) return;
    currentToastId = undefined;
    notifications.hide(id);
    try {
      toast(await undo());
    } catch (error) {
      toastError(describeFailure(error));
    }
  };
  if (currentToastId) notifications.hide(currentToastId);
  const id = notifications.show({
    message: <Offer done={done} onUndo={() => void runUndo()} />,
    color: 'brand',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('screen:close') },
  });
  currentToastId = id;
}

function Offer({ done, onUndo }: { done: string; onUndo: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'z' || isTyping(event.target)) return;
    event.preventDefault();
    onUndo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      {done}
      <Button variant="light" size="sm" flex="none" aria-keyshortcuts="Control+Z" onClick={onUndo}>
        {i18next.t('screen:undo')}
      </Button>
    </Group>
  );
}

/** In a field, Ctrl+Z undoes typing. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

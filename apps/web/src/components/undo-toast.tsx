import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { toast, toastError } from './toasts.ts';
import './screen-texts.ts';

/** Long enough to read it, think again and reach the button. */
const UNDO_MS = 10_000;

/** Only the last thing can be taken back: what came after it may rest on it. */
let offered: string | undefined;

/**
 * Says what has been done and offers to take it back, by its button or Ctrl+Z, in the place of a question before.
 * @param undo takes it back, and answers in words what has become of it
 * @param whyNot says in words why it could not be taken back; that stays until it is closed
 */
export function toastUndo(done: string, undo: () => Promise<string>, whyNot: (error: unknown) => string): void {
  const takeBack = async () => {
    // One that was followed by another is still to be seen for a moment.
    if (offered !== id) return;
    offered = undefined;
    notifications.hide(id);
    try {
      toast(await undo());
    } catch (error) {
      toastError(whyNot(error));
    }
  };
  if (offered) notifications.hide(offered);
  const id = notifications.show({
    message: <Offer done={done} onUndo={() => void takeBack()} />,
    color: 'brand',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('screen:close') },
  });
  offered = id;
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

/** There the key takes back what was typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

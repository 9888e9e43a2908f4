import { useEffect, useEffectEvent } from 'react';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;

/** What some keys do on a screen. */
export interface ScreenKey {
  keys: readonly string[];
  /** Description in the screen's list of shortcuts; omitted: not listed. */
  does?: string;
  /** Omitted: the part of the screen that it concerns handles the key. @returns false if it does nothing now */
  press?: () => unknown;
}

/**
 * Whether a key press belongs to the screen. It does not when typed into a field, pressed with a modifier, or pressed
 * while a dialog is open.
 */
export function isForScreen(event: KeyPress, page: Document): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement | null;
  if (target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'))
    return false;
  return page.querySelector('[role="dialog"], [role="alertdialog"]') === null;
}

/** Handles the screen's shortcuts while mounted; a letter is the same with Shift. */
export function useScreenKeys(screenKeys: readonly ScreenKey[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForScreen(event, document)) return;
    const pressed = event.key.toUpperCase();
    const found = screenKeys.find(({ keys, press }) => press && keys.includes(pressed));
    if (found?.press && found.press() !== false) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

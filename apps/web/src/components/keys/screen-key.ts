import { useEffect, useEffectEvent } from 'react';

export type Pressed = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;

/** What some keys do on a screen. */
export interface ScreenKey {
  keys: readonly string[];
  /** In the sheet of the screen's keys; left out: it is not told there. */
  does?: string;
  /** Left out: the part of the screen that it is about listens for it. @returns false: it does nothing now */
  press?: () => unknown;
}

/**
 * Whether a key that was pressed is the screen's: letters that are typed into a field, keys with a modifier, and keys
 * pressed while something stands above the screen are not.
 */
export function isForScreen(event: Pressed, page: Document): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement | null;
  if (target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'))
    return false;
  return page.querySelector('[role="dialog"], [role="alertdialog"]') === null;
}

/** Listens for keys of the screen as long as the component is on it; a letter is the same with Shift. */
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

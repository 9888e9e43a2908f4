export type Pressed = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;

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

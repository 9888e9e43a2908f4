/** What a key that was pressed anywhere on a screen of the console does. */
type ConsoleAct = { kind: 'focus'; element: HTMLElement } | { kind: 'search' } | { kind: 'sheet' };

/** Into which rows the keyboard goes: those of tables whose rows can be moved between. */
const ROWS = 'main tr[data-row][tabindex="0"], main tr[data-index][tabindex="0"]';

/**
 * `/` goes to the screen's filter, else to the search of everything; Enter and Escape go from the filter to the rows; `?` opens the sheet; `j` goes into the table. Null: nothing. Letters
 * that are typed into a field, and keys pressed while something stands above the screen, are not the screen's.
 */
export function consoleKey(
  event: Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>,
  page: Document,
): ConsoleAct | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as HTMLElement | null;
  if (target?.matches?.('[data-filter]') && (event.key === 'Enter' || event.key === 'Escape')) {
    const row = page.querySelector<HTMLElement>(ROWS);
    return row && { kind: 'focus', element: row };
  }
  if (target?.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'))
    return null;
  if (page.querySelector('[role="dialog"], [role="alertdialog"]')) return null;
  switch (event.key) {
    case '/': {
      const filter = page.querySelector<HTMLElement>('main [data-filter]');
      return filter ? { kind: 'focus', element: filter } : { kind: 'search' };
    }
    case '?':
      return { kind: 'sheet' };
    case 'j': {
      const row = target?.closest?.('main [role="table"], main table') ? null : page.querySelector<HTMLElement>(ROWS);
      return row && { kind: 'focus', element: row };
    }
    default:
      return null;
  }
}

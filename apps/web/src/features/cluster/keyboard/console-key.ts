import { isForScreen, type KeyPress } from '../../../components/keys/screen-key.ts';

/** What a key pressed anywhere on a console screen does. */
type ConsoleAction = { kind: 'focus'; element: HTMLElement } | { kind: 'search' } | { kind: 'sheet' };

/** Rows that the keyboard can enter: those of tables with row navigation. */
const ROWS = 'main tr[data-row][tabindex="0"], main tr[data-index][tabindex="0"]';

/**
 * `/` goes to the screen's filter, else to the global search; Enter and Escape go from the filter to the rows; `?`
 * opens the sheet; `j` goes into the table. Null for keys without effect: letters typed into a field, and keys pressed
 * while a dialog is open, do not belong to the screen.
 */
export function consoleKey(event: KeyPress, page: Document): ConsoleAction | null {
  const target = event.target as HTMLElement | null;
  const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey);
  if (isPlain && target?.matches?.('[data-filter]') && (event.key === 'Enter' || event.key === 'Escape')) {
    const row = page.querySelector<HTMLElement>(ROWS);
    return row && { kind: 'focus', element: row };
  }
  if (!isForScreen(event, page)) return null;
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

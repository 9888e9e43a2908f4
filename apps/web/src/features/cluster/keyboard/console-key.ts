import { isForScreen, type Pressed } from '../../../components/keys/screen-key.ts';

/** What a key that was pressed anywhere on a screen of the console does. */
type ConsoleAct = { kind: 'focus'; element: HTMLElement } | { kind: 'search' } | { kind: 'sheet' };

/** Into which rows the keyboard goes: those of tables whose rows can be moved between. */
const ROWS = 'main tr[data-row][tabindex="0"], main tr[data-index][tabindex="0"]';

/**
 * `/` goes to the screen's filter, else to the search of everything; Enter and Escape go from the filter to the rows;
 * `?` opens the sheet; `j` goes into the table. Null: nothing. Letters that are typed into a field, and keys pressed
 * while something stands above the screen, are not the screen's.
 */
export function consoleKey(event: Pressed, page: Document): ConsoleAct | null {
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

import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export const ROW_HEIGHT_PX = 42;
const ROWS_PER_PAGE = 10;

/** Where each key leads from a row. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  PageDown: (at) => at + ROWS_PER_PAGE,
  PageUp: (at) => at - ROWS_PER_PAGE,
  Home: () => 0,
  g: () => 0,
  End: (_at, last) => last,
  G: (_at, last) => last,
};

interface RowKeyboard {
  /** Id of the last focused row; null before any. */
  current: string | null;
  /** Moves to another row, if it is a movement key. @returns whether it did */
  move: (event: KeyboardEvent) => boolean;
  /** Call on focus events, to track the focused row. */
  note: (event: FocusEvent) => void;
}

/** Whether a key was pressed on a row itself, and not in a control inside it. */
export const isOnRow = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement && event.target.dataset.row !== undefined && !isModified(event);

/**
 * Keyboard navigation between the rows of a virtualised table: the target row is scrolled to, then rendered, then
 * focused.
 */
export function useRowKeyboard(scroller: RefObject<HTMLElement | null>, ids: readonly string[]): RowKeyboard {
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);

  // After each render: the row may have appeared only now.
  useLayoutEffect(() => {
    const row = wanted.current !== null && rowIn(scroller.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const goTo = (at: number) => {
    const id = ids[at];
    const box = scroller.current;
    if (id === undefined || !box) return;
    const headPx = box.querySelector('thead')?.offsetHeight ?? 0;
    const top = at * ROW_HEIGHT_PX;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_HEIGHT_PX + headPx > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + ROW_HEIGHT_PX + headPx - box.clientHeight;
    }
    const row = rowIn(box, id);
    // A target kept after its row is rendered would later steal the focus from elsewhere.
    wanted.current = row ? null : id;
    row?.focus({ preventScroll: true });
    setCurrent(id);
  };

  return {
    current,
    move(event) {
      const step = STEPS[event.key];
      if (!step || isModified(event) || !isRowOrButton(event.target)) return false;
      const { row } = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset ?? {};
      const at = row === undefined ? -1 : ids.indexOf(row);
      goTo(Math.max(0, Math.min(ids.length - 1, step(at, ids.length - 1))));
      event.preventDefault();
      return true;
    },
    note(event) {
      const row = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (row !== undefined) setCurrent(row);
    },
  };
}

const isModified = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** In a text field, letters are input. */
const isRowOrButton = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') === null;

const rowIn = (box: HTMLElement | null, id: string) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

import { useDirection } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type FocusPlace, nextPlace } from './calendar-focus.ts';

/** Attributes that make an element a place of {@link useArrowKeys}. `id` is the id of its message. */
export const placeProps = ({ column, row, isEntry }: FocusPlace, id?: string) =>
  ({ tabIndex: -1, 'data-place': `${column} ${row}`, 'data-entry': isEntry || undefined, 'data-id': id }) as const;

const PLACES = '[data-place]';

/**
 * Moves focus with the arrow keys among the places in an element. The element is a single Tab stop, because a week has
 * hundreds of places.
 * @param home selector of the place that gets focus first
 * @param onExtend called when Shift and an arrow move from one message to another
 */
export function useArrowKeys(home: string, onExtend: (from: string, to: string) => void) {
  const root = useRef<HTMLDivElement>(null);
  const isBackwards = useDirection().dir === 'rtl';
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || element.querySelector(`${PLACES}[tabindex="0"]`)) return;
    const first = element.querySelector<HTMLElement>(home) ?? element.querySelector<HTMLElement>(PLACES);
    if (first) first.tabIndex = 0;
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (!target.matches(PLACES)) return;
    for (const previous of root.current?.querySelectorAll<HTMLElement>(`${PLACES}[tabindex="0"]`) ?? [])
      previous.tabIndex = -1;
    target.tabIndex = 0;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const from = event.target.closest<HTMLElement>(PLACES);
    if (!from || !event.key.startsWith('Arrow')) return;
    const extendsFrom = event.shiftKey && from.dataset.id;
    const candidates = root.current?.querySelectorAll<HTMLElement>(extendsFrom ? '[data-id]' : PLACES) ?? [];
    const next = nextPlace([...candidates].map(placeOf), placeOf(from), event.key, isBackwards);
    event.preventDefault();
    next?.element.focus();
    const to = next?.element.dataset.id;
    if (extendsFrom && to) onExtend(extendsFrom, to);
  };
  return { ref: root, onFocus, onKeyDown };
}

function placeOf(element: HTMLElement): FocusPlace & { element: HTMLElement } {
  const [column = 0, row = 0] = (element.dataset.place ?? '').split(' ').map(Number);
  return { element, column, row, isEntry: element.dataset.entry !== undefined };
}

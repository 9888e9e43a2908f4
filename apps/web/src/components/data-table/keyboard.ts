import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to the previous or next row, which must be rendered (the row window keeps some beyond its edges). */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>, onMove: (index: number) => void): void {
  const step = steps[event.key];
  const row = event.target instanceof HTMLElement ? event.target.closest('tr') : null;
  if (step === undefined || !row || event.target !== row) return;
  const index = Number(row.dataset.index) + step;
  const next = event.currentTarget.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  if (!next) return;
  event.preventDefault();
  onMove(index);
  next.focus();
}

import { type ClipboardEvent, type KeyboardEvent, useMemo } from 'react';
import { parseNodes, serialiseNodes } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';

/**
 * Undo and redo with Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, copy and paste of the selection: within the flow, and not in
 * text fields.
 */
export function useFlowKeys(
  store: FlowStore,
  chosen: ReadonlySet<string>,
  onChoose: (ids: ReadonlySet<string>) => void,
) {
  return useMemo(
    () => ({
      onKeyDown(event: KeyboardEvent) {
        if (isTyping(event.target) || !(event.ctrlKey || event.metaKey)) return;
        const key = event.key.toLowerCase();
        if (key !== 'z' && key !== 'y') return;
        event.preventDefault();
        const past = store.temporal.getState();
        if (key === 'y' || event.shiftKey) past.redo();
        else past.undo();
      },
      onCopy(event: ClipboardEvent) {
        if (isTyping(event.target) || chosen.size === 0 || window.getSelection()?.toString()) return;
        event.clipboardData.setData('text/plain', serialiseNodes(store.getState(), chosen));
        event.preventDefault();
      },
      onPaste(event: ClipboardEvent) {
        if (isTyping(event.target)) return;
        const pastedFlow = parseNodes(event.clipboardData.getData('text/plain'));
        if (!pastedFlow || pastedFlow.nodes.length === 0) return;
        event.preventDefault();
        store.getState().paste(pastedFlow.nodes, pastedFlow.edges);
        onChoose(new Set(pastedFlow.nodes.map(({ id }) => id)));
      },
    }),
    [store, chosen, onChoose],
  );
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

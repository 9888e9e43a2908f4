import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Virtualise tables from this many rows. */
const VIRTUAL_FROM_ROWS = 200;
const ROW_HEIGHT_PX = 44;
const ROWS_BEYOND_EDGES = 10;

/** Which rows to render (`from` inclusive, `to` exclusive) and the height, in pixels, of the others. */
export function useRowWindow(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  virtualFromRows = VIRTUAL_FROM_ROWS,
) {
  const isVirtual = count > virtualFromRows;
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_EDGES,
  });
  if (!isVirtual) return { from: 0, to: count, spaceBefore: 0, spaceAfter: 0 };
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    spaceBefore: first?.start ?? 0,
    spaceAfter: virtualizer.getTotalSize() - (last?.end ?? 0),
  };
}

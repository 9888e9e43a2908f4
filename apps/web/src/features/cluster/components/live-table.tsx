import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useRef, useState } from 'react';
import type { Sort } from '../../../components/data-table/column.ts';
import classes from './console.module.css';

export interface LiveColumn<Row> {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** Its head sorts; the owner of the rows does it. */
  isSortable?: boolean;
}

const ROW_HEIGHT_PX = 42;
/** Rows drawn beyond each edge of what is in sight. */
const BEYOND = 8;
/** Rows come and go so many at a time: each time the browser lays the whole table out anew, and between two times it only moves it. */
const ROWS_A_STEP = 4;

/**
 * A table whose rows change under the reader: it draws only the rows in sight, a row only when its object is another, and keeps every row in
 * its place while the pointer is on the table. `rowOf` is asked anew at each drawing. Columns must be the same array while nothing in them changes.
 */
export function LiveTable<Row extends object>(props: {
  label: string;
  columns: LiveColumn<Row>[];
  ids: readonly string[];
  rowOf: (id: string) => Row | undefined;
  sort?: Sort | null;
  onSort?: (id: string) => void;
  empty: ReactNode;
  maxHeight?: string;
  /** Another value is the reader's own doing (a search, an opened row): rows are then put in place at once, pointer or not. */
  holdKey?: unknown;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const lastSeen = useRef(new Map<string, Row>());
  const [heldFor, setHeldFor] = useState(props.holdKey);
  if (heldFor !== props.holdKey) {
    setHeldFor(props.holdKey);
    if (held) setHeld(props.ids);
  }
  const ids = (heldFor === props.holdKey && held) || props.ids;
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    rangeExtractor: stepwise,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0));
  const rows = items.map(({ index }) => {
    const id = ids[index] ?? '';
    const row = props.rowOf(id);
    return { id, index, row: row ?? lastSeen.current.get(id), isGone: row === undefined };
  });
  lastSeen.current = new Map(rows.flatMap(({ id, row }) => (row ? [[id, row] as const] : [])));

  return (
    <div
      ref={scroller}
      className={classes.tableBox}
      style={{ maxBlockSize: props.maxHeight ?? 'min(70vh, 900px)' }}
      onPointerEnter={() => setHeld(props.ids)}
      onPointerLeave={() => setHeld(null)}
    >
      <table className={classes.table} aria-label={props.label} aria-rowcount={ids.length + 1}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.id} scope="col" aria-sort={sortWord(props.sort, column.id)}>
                {column.isSortable && props.onSort ? (
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => {
                      setHeld(null);
                      props.onSort?.(column.id);
                    }}
                  >
                    {column.name} {props.sort?.id === column.id ? (props.sort.desc ? '↓' : '↑') : ''}
                  </button>
                ) : (
                  column.name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space height={before} span={props.columns.length} />}
          {rows.map(
            ({ id, index, row, isGone }) =>
              row && <LiveRow key={id} index={index} row={row} isGone={isGone} columns={props.columns} />,
          )}
          {after > 0 && <Space height={after} span={props.columns.length} />}
        </tbody>
      </table>
      {ids.length === 0 && <div style={{ padding: 16 }}>{props.empty}</div>}
    </div>
  );
}

function stepwise({ startIndex, endIndex, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - BEYOND) / ROWS_A_STEP) * ROWS_A_STEP);
  const to = Math.min(count, Math.ceil((endIndex + 1 + BEYOND) / ROWS_A_STEP) * ROWS_A_STEP);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

const LiveRow = memo(LiveRowInner) as typeof LiveRowInner;

function LiveRowInner<Row extends object>(props: {
  index: number;
  row: Row;
  isGone: boolean;
  columns: LiveColumn<Row>[];
}) {
  return (
    <tr aria-rowindex={props.index + 2} data-gone={props.isGone || undefined}>
      {props.columns.map((column) => (
        <td key={column.id}>{column.cell(props.row)}</td>
      ))}
    </tr>
  );
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr className={classes.space} aria-hidden>
      <td colSpan={span} style={{ blockSize: height }} />
    </tr>
  );
}

function sortWord(sort: Sort | null | undefined, id: string): 'ascending' | 'descending' | undefined {
  if (sort?.id !== id) return undefined;
  return sort.desc ? 'descending' : 'ascending';
}

import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Card } from '../../../components/card.tsx';
import type { Sort } from '../../../components/data-table/column.ts';
import shared from './console.module.css';
import classes from './live-table.module.css';
import { usePointerLeft } from './use-hover.ts';
import { isOnRow, ROW_HEIGHT_PX, useRowKeyboard } from './use-row-keyboard.ts';

export interface LiveColumn<Row> {
  id: string;
  name: string;
  /**
   * Minimum width; the rest of the table's width is shared in proportion among the columns that may be truncated. All
   * minimums fit a window 1280 wide.
   */
  widthPx: number;
  /**
   * `text` may be longer than the column: it is truncated, and whole on hover. `ending` is truncated at the start,
   * since names of one series differ at the end. A `number` aligns by its last digit.
   */
  kind?: 'text' | 'ending' | 'number';
  cell: (row: Row) => ReactNode;
  /** Its header does not sort. Other headers do if the owner of the rows sorts them. */
  isUnsorted?: boolean;
}

const MAX_HEIGHT_PX = 900;
/**
 * Rows enter and leave this many at a time: each change has a cost of its own, and larger ones do not fit into a frame.
 */
const ROWS_PER_STEP = 2;
/** Rows rendered beyond each edge of the viewport. */
const OVERSCAN_ROWS = 8;
const MAX_RENDERED = Math.ceil(MAX_HEIGHT_PX / ROW_HEIGHT_PX) + ROWS_PER_STEP + 2 * OVERSCAN_ROWS;
/** A newly mounted table adds this many rows per frame. */
const ROWS_PER_FRAME = 12;

/** Explicit roles: with a grid layout, some browsers no longer treat the elements as a table's. */
const ROLES = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const;

/**
 * A table whose rows change while being read: renders only the visible rows, re-renders a row only when its object
 * changes, and keeps the order while the pointer is on the table. `rowOf` is called at each render. `columns` must keep
 * its identity while nothing in it changes. Each row is laid out and painted separately, so that rows that enter while
 * scrolling cost nothing for the others.
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
  /** Handles a key on the focused row; true if handled. The table itself handles moving between rows. */
  onKey?: (key: string, row: Row) => boolean;
  /**
   * A new value means that the user changed the order (a search, an opened row): rows are then sorted at once, wherever
   * the pointer is.
   */
  resortKey?: unknown;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  usePointerLeft(scroller, held !== null, () => setHeld(null));
  const lastSeen = useRef(new Map<string, Row>());
  const [heldFor, setHeldFor] = useState(props.resortKey);
  if (heldFor !== props.resortKey) {
    setHeldFor(props.resortKey);
    if (held) setHeld(props.ids);
  }
  const ids = (heldFor === props.resortKey && held) || props.ids;
  const first = useFirstVisible(scroller);
  const maxRendered = useRenderLimit();
  // When the list has just become shorter, the box has not been scrolled back yet.
  const from = Math.max(0, Math.min(first - OVERSCAN_ROWS, ids.length - maxRendered));
  const to = from + maxRendered;
  const keyboard = useRowKeyboard(scroller, ids);
  const rows = ids.slice(from, to).map((id, at) => {
    const row = props.rowOf(id);
    return { id, index: from + at, row: row ?? lastSeen.current.get(id), isGone: row === undefined };
  });
  // The last focused row may be out of view, or deleted.
  const entry = rows.some(({ id }) => id === keyboard.current) ? keyboard.current : rows[0]?.id;
  lastSeen.current = new Map(rows.flatMap(({ id, row }) => (row ? [[id, row] as const] : [])));

  return (
    <Card
      as="div"
      ref={scroller}
      className={shared.tableBox}
      style={{ maxBlockSize: props.maxHeight ?? `min(70vh, ${MAX_HEIGHT_PX}px)` }}
      onPointerEnter={() => setHeld(props.ids)}
      onPointerLeave={() => setHeld(null)}
    >
      <table
        className={classes.table}
        style={widths(props.columns)}
        role={ROLES.table}
        aria-label={props.label}
        aria-rowcount={ids.length + 1}
      >
        <thead role={ROLES.group}>
          <tr role={ROLES.row}>
            {props.columns.map((column) => (
              <th
                key={column.id}
                role={ROLES.head}
                scope="col"
                className={column.kind === 'number' ? classes.number : undefined}
                aria-sort={sortWord(props.sort, column.id)}
              >
                {!column.isUnsorted && props.onSort ? (
                  <button
                    type="button"
                    className={shared.sort}
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
        <tbody
          role={ROLES.group}
          style={{ blockSize: ids.length * ROW_HEIGHT_PX }}
          onKeyDown={(event) => {
            if (keyboard.move(event)) return;
            const row = isOnRow(event) && props.rowOf(keyboard.current ?? '');
            if (row && props.onKey?.(event.key, row)) event.preventDefault();
          }}
          onFocus={keyboard.note}
        >
          {rows.map(
            ({ id, index, row, isGone }) =>
              row && (
                <LiveRow
                  key={id}
                  id={id}
                  index={index}
                  row={row}
                  isGone={isGone}
                  columns={props.columns}
                  isCurrent={id === entry}
                />
              ),
          )}
        </tbody>
      </table>
      {ids.length === 0 && <div style={{ padding: 16 }}>{props.empty}</div>}
    </Card>
  );
}

/**
 * Index of the row at the upper edge of the box, rounded down to a step. Read only on scroll: at any other time it
 * would force a layout.
 */
function useFirstVisible(scroller: RefObject<HTMLElement | null>): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    const update = () => {
      const step = Math.floor((box?.scrollTop ?? 0) / (ROW_HEIGHT_PX * ROWS_PER_STEP));
      // Before the frame that shows the new position, which would otherwise be empty for a moment.
      flushSync(() => setFirst(step * ROWS_PER_STEP));
    };
    box?.addEventListener('scroll', update, { passive: true });
    return () => box?.removeEventListener('scroll', update);
  }, [scroller]);
  return first;
}

/** Number of rows that may be rendered: few at first, more with every frame. */
function useRenderLimit(): number {
  const [rendered, setRendered] = useState(ROWS_PER_FRAME);
  useEffect(() => {
    if (rendered >= MAX_RENDERED) return;
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(rendered + ROWS_PER_FRAME)));
    return () => cancelAnimationFrame(frame);
  }, [rendered]);
  return Math.min(rendered, MAX_RENDERED);
}

const LiveRow = memo(LiveRowInner) as typeof LiveRowInner;

function LiveRowInner<Row extends object>(props: {
  id: string;
  index: number;
  /** Where the keyboard enters the table. */
  isCurrent: boolean;
  row: Row;
  isGone: boolean;
  columns: LiveColumn<Row>[];
}) {
  return (
    <tr
      role={ROLES.row}
      aria-rowindex={props.index + 2}
      tabIndex={props.isCurrent ? 0 : -1}
      data-row={props.id}
      data-gone={props.isGone || undefined}
      style={{ transform: `translateY(${props.index * ROW_HEIGHT_PX}px)` }}
    >
      {props.columns.map(({ id, kind, cell }) => {
        const content = cell(props.row);
        return (
          <td
            key={id}
            role={ROLES.cell}
            className={kind && classes[kind]}
            dir={kind === 'text' ? 'auto' : undefined}
            title={isTruncatable(kind) && typeof content === 'string' ? content : undefined}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

const isTruncatable = (kind: LiveColumn<never>['kind']): boolean => kind === 'text' || kind === 'ending';

function widths(columns: readonly Pick<LiveColumn<never>, 'widthPx' | 'kind'>[]): CSSProperties {
  const width = ({ widthPx, kind }: (typeof columns)[number]) =>
    isTruncatable(kind) ? `minmax(${widthPx}px, ${widthPx}fr)` : `${widthPx}px`;
  return {
    '--columns': columns.map(width).join(' '),
    '--row-height': `${ROW_HEIGHT_PX}px`,
    minInlineSize: columns.reduce((sum, { widthPx }) => sum + widthPx, 0),
  } as CSSProperties;
}

function sortWord(sort: Sort | null | undefined, id: string): 'ascending' | 'descending' | undefined {
  if (sort?.id !== id) return undefined;
  return sort.desc ? 'descending' : 'ascending';
}

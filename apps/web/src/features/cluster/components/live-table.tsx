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
import { usePointerLeft } from './use-pointed.ts';
import { ofRow, ROW_HEIGHT_PX, useRowKeyboard } from './use-row-keyboard.ts';

export interface LiveColumn<Row> {
  id: string;
  name: string;
  /**
   * Its least width; what is left over of the table's is shared out in proportion among the columns that may be cut.
   * All together fit a window 1280 wide.
   */
  widthPx: number;
  /**
   * `text` may be longer than the column: then it is cut, and whole on hover. Of an `ending` the end stays, by which
   * names of one series differ. A `number` stands with others by its last digit.
   */
  kind?: 'text' | 'ending' | 'number';
  cell: (row: Row) => ReactNode;
  /** Its head does not sort. The others' do, where the owner of the rows sorts them. */
  isUnsorted?: boolean;
}

const HIGHEST_PX = 900;
/**
 * Rows come and go so many at a time: each time costs the browser something of its own, and more of them no longer fit
 * into a frame.
 */
const ROWS_PER_STEP = 2;
/** Rows drawn beyond each edge of what is in sight. */
const BEYOND = 8;
const MAX_DRAWN = Math.ceil(HIGHEST_PX / ROW_HEIGHT_PX) + ROWS_PER_STEP + 2 * BEYOND;
/** A table that just appears is filled by so many rows a frame. */
const ROWS_PER_FRAME = 12;

/** Said in words too: laid out as grids, some browsers would no longer take the elements for a table's. */
const AS = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const;

/**
 * A table whose rows change under the reader: it draws only the rows in sight, a row only when its object is another,
 * and keeps every row in its place while the pointer is on the table. `rowOf` is asked anew at each drawing. Columns
 * must be the same array while nothing in them changes. Each row is laid out and painted for itself, so that those that
 * come while it is scrolled cost nothing for those that are there.
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
  /** What a key does with the row that the keyboard is on; true: something. Moving between rows is the table's. */
  onKey?: (key: string, row: Row) => boolean;
  /**
   * Another value is the reader's own doing (a search, an opened row): rows are then put in place at once, pointer or
   * not.
   */
  holdKey?: unknown;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  usePointerLeft(scroller, held !== null, () => setHeld(null));
  const lastSeen = useRef(new Map<string, Row>());
  const [heldFor, setHeldFor] = useState(props.holdKey);
  if (heldFor !== props.holdKey) {
    setHeldFor(props.holdKey);
    if (held) setHeld(props.ids);
  }
  const ids = (heldFor === props.holdKey && held) || props.ids;
  const first = useFirstInSight(scroller);
  const drawn = useGrowing();
  // Where the list has just become shorter, the box has not been scrolled back yet.
  const from = Math.max(0, Math.min(first - BEYOND, ids.length - drawn));
  const to = from + drawn;
  const keyboard = useRowKeyboard(scroller, ids);
  const rows = ids.slice(from, to).map((id, at) => {
    const row = props.rowOf(id);
    return { id, index: from + at, row: row ?? lastSeen.current.get(id), isGone: row === undefined };
  });
  // The row that the keyboard was last on may be out of sight, or gone.
  const entry = rows.some(({ id }) => id === keyboard.current) ? keyboard.current : rows[0]?.id;
  lastSeen.current = new Map(rows.flatMap(({ id, row }) => (row ? [[id, row] as const] : [])));

  return (
    <Card
      as="div"
      ref={scroller}
      className={shared.tableBox}
      style={{ maxBlockSize: props.maxHeight ?? `min(70vh, ${HIGHEST_PX}px)` }}
      onPointerEnter={() => setHeld(props.ids)}
      onPointerLeave={() => setHeld(null)}
    >
      <table
        className={classes.table}
        style={widths(props.columns)}
        role={AS.table}
        aria-label={props.label}
        aria-rowcount={ids.length + 1}
      >
        <thead role={AS.group}>
          <tr role={AS.row}>
            {props.columns.map((column) => (
              <th
                key={column.id}
                role={AS.head}
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
          role={AS.group}
          style={{ blockSize: ids.length * ROW_HEIGHT_PX }}
          onKeyDown={(event) => {
            if (keyboard.move(event)) return;
            const row = ofRow(event) && props.rowOf(keyboard.current ?? '');
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
 * Index of a row at the upper edge of the box or up to a step above it. Read when it is scrolled, and at no other time:
 * that would have the browser lay out at once.
 */
function useFirstInSight(scroller: RefObject<HTMLElement | null>): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    const look = () => {
      const step = Math.floor((box?.scrollTop ?? 0) / (ROW_HEIGHT_PX * ROWS_PER_STEP));
      // Before the frame that shows the box there: later there would be nothing in it for a moment.
      flushSync(() => setFirst(step * ROWS_PER_STEP));
    };
    box?.addEventListener('scroll', look, { passive: true });
    return () => box?.removeEventListener('scroll', look);
  }, [scroller]);
  return first;
}

/** How many rows may be drawn: few at first, more with every frame. */
function useGrowing(): number {
  const [drawn, setDrawn] = useState(ROWS_PER_FRAME);
  useEffect(() => {
    if (drawn >= MAX_DRAWN) return;
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + ROWS_PER_FRAME)));
    return () => cancelAnimationFrame(frame);
  }, [drawn]);
  return Math.min(drawn, MAX_DRAWN);
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
      role={AS.row}
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
            role={AS.cell}
            className={kind && classes[kind]}
            dir={kind === 'text' ? 'auto' : undefined}
            title={isCut(kind) && typeof content === 'string' ? content : undefined}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

const isCut = (kind: LiveColumn<never>['kind']): boolean => kind === 'text' || kind === 'ending';

function widths(columns: readonly Pick<LiveColumn<never>, 'widthPx' | 'kind'>[]): CSSProperties {
  const width = ({ widthPx, kind }: (typeof columns)[number]) =>
    isCut(kind) ? `minmax(${widthPx}px, ${widthPx}fr)` : `${widthPx}px`;
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

import { Checkbox } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { type DataColumn, nextSort, type Sort, sortRows } from './column.ts';
import { ColumnMenu } from './column-menu.tsx';
import classes from './data-table.module.css';
import { SkeletonRows, SpaceRow } from './filler-rows.tsx';
import { HeadCell } from './head-cell.tsx';
import { moveBetweenRows } from './keyboard.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { useRowWindow } from './use-row-window.ts';

interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

/**
 * The shared table: sticky header, sorting, selection, column choice, virtualised beyond 200 rows, skeleton rows. Arrow
 * keys move between rows, Enter opens, Space selects. It fills its container's height and scrolls inside.
 */
export function DataTable<Row extends object>(props: {
  /** Names the table to screen readers. */
  label: string;
  /** Key under which the column choice is remembered. */
  name: string;
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  isLoading?: boolean;
  /** Shown when there are no rows: an EmptyState or ErrorState. */
  empty: ReactNode;
  /** With `onSort` the server sorts and this is its order; without, the browser sorts. */
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** For actions on several rows; absent in support mode, which is read-only. */
  selection?: Selection;
  onOpen?: (row: Row) => void;
}) {
  const { t } = useTranslation('screen');
  const { supportMode } = useMe();
  const selection = supportMode ? undefined : props.selection;
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const hidden = useHiddenColumns(props.name, props.columns);
  const visible = props.columns.filter((column) => !hidden.ids.has(column.id));
  const sort = props.onSort ? (props.sort ?? null) : ownSort;
  const setSort = props.onSort ?? setOwnSort;

  const rows = useMemo(
    () => (props.onSort ? props.rows : sortRows(props.rows, props.columns, ownSort)),
    [props.onSort, props.rows, props.columns, ownSort],
  );

  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, spaceBefore, spaceAfter } = useRowWindow(scroller, rows.length);
  const [current, setCurrent] = useState(0);
  const columnCount = visible.length + (selection ? 1 : 0) + 1;
  /** A single column may also use the space below the column menu, an eighth of the row on a phone. */
  const isAlone = visible.length === 1;
  const isEmpty = rows.length === 0 && !props.isLoading;

  const toggle = (id: string) => {
    if (!selection) return;
    const next = new Set(selection.ids);
    if (!next.delete(id)) next.add(id);
    selection.onChange(next);
  };
  const selectedHere = rows.filter((row) => selection?.ids.has(props.rowId(row))).length;

  return (
    <div className={classes.scroller} ref={scroller}>
      <table
        className={classes.table}
        aria-label={props.label}
        aria-busy={props.isLoading}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr>
            {selection && (
              <th className={classes.check} scope="col">
                <Checkbox
                  size="xs"
                  aria-label={t('table.selectAll')}
                  checked={rows.length > 0 && selectedHere === rows.length}
                  indeterminate={selectedHere > 0 && selectedHere < rows.length}
                  onChange={(event) =>
                    selection?.onChange(new Set(event.currentTarget.checked ? rows.map(props.rowId) : []))
                  }
                />
              </th>
            )}
            {visible.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={() => setSort(nextSort(sort, column.id))} />
            ))}
            <th className={classes.columnMenu} scope="col">
              <ColumnMenu columns={props.columns} hidden={hidden} />
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveBetweenRows(event, setCurrent)}>
          {spaceBefore > 0 && <SpaceRow height={spaceBefore} span={columnCount} />}
          {rows.slice(from, to).map((row, at) => {
            const index = from + at;
            const id = props.rowId(row);
            const isSelected = selection?.ids.has(id) ?? false;
            return (
              <tr
                key={id}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={selection ? isSelected : undefined}
                data-opens={props.onOpen ? true : undefined}
                tabIndex={index === Math.min(current, rows.length - 1) ? 0 : -1}
                onFocus={() => setCurrent(index)}
                onClick={(event) => {
                  if (!isControl(event.target)) props.onOpen?.(row);
                }}
                onKeyDown={(event) => {
                  if (event.target !== event.currentTarget) return;
                  if (event.key === 'Enter') props.onOpen?.(row);
                  if (event.key === ' ' && selection) {
                    event.preventDefault();
                    toggle(id);
                  }
                }}
              >
                {selection && (
                  <td className={classes.check}>
                    <Checkbox
                      size="xs"
                      tabIndex={-1}
                      aria-label={t('table.selectRow', { number: index + 1 })}
                      checked={isSelected}
                      onChange={() => toggle(id)}
                    />
                  </td>
                )}
                {visible.map((column) => (
                  <td
                    key={column.id}
                    data-align={column.align}
                    colSpan={isAlone ? 2 : undefined}
                    style={column.width ? { maxInlineSize: column.width } : undefined}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                {!isAlone && <td />}
              </tr>
            );
          })}
          {spaceAfter > 0 && <SpaceRow height={spaceAfter} span={columnCount} />}
          {props.isLoading && rows.length === 0 && <SkeletonRows columns={columnCount} label={t('table.loading')} />}
        </tbody>
      </table>
      {isEmpty && <div className={classes.empty}>{props.empty}</div>}
    </div>
  );
}

/** Clicks on a control inside a row belong to the control. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select') !== null;
}

// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out so that only the rows in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid one cell has the focus at a time; heads and groups have buttons
import { TextInput } from '@mantine/core';
import { type CellValue, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import { MAX_PASTED_CELLS, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn, BoardGroup, BoardItem } from '@switchyard/contracts/boards/operations';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWindow } from '../../../components/data-table/use-row-window.ts';
import { toastError } from '../../../components/toasts.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { fromTsv, readCell, toTsv } from '../clipboard.ts';
import classes from './boards.module.css';
import type { Leaving } from './cell-editing.ts';
import { cellText, writtenCell } from './cell-text.ts';
import { staying, totalMinWidthPx, widthsOf } from './grid-layout.ts';
import { type CellActs, type Editing, GridRow } from './grid-row.tsx';
import '../texts.ts';
import type { Range } from './use-ranges.ts';

type Row =
  | { kind: 'group'; key: string; group: BoardGroup }
  /** `parent`: under the item that it is a part of. */
  | { kind: 'item'; key: string; item: BoardItem; parent: BoardItem | null }
  | { kind: 'add'; key: string; group: BoardGroup; parent: BoardItem | null };

const ROW_HEIGHT_PX = 44;
/** A row has many cells: sooner than in a list, only those in sight are drawn. */
const VIRTUAL_FROM_ROWS = 60;
/** Rows that Page Up and Page Down pass over. */
const ROWS_A_PAGE = 10;
/** From so many rows before the end of what is loaded the next ones are asked for. */
const ROWS_AHEAD = 50;

/** The rows of a board: under the name of each group its items with their parts, and where a new one is added. */
function rowsOf(
  groups: readonly BoardGroup[],
  items: readonly BoardItem[],
  canAdd: boolean,
  parts: ReadonlyMap<string, readonly BoardItem[]> = new Map(),
): Row[] {
  const byGroup = Map.groupBy(items, ({ groupId }) => groupId);
  return groups.flatMap((group): Row[] => [
    { kind: 'group', key: group._id, group },
    ...(byGroup.get(group._id) ?? []).flatMap((item): Row[] => {
      const row: Row = { kind: 'item', key: item._id, item, parent: null };
      const shown = parts.get(item._id);
      if (!shown) return [row];
      return [
        row,
        ...shown.map((part): Row => ({ kind: 'item', key: part._id, item: part, parent: item })),
        ...(canAdd ? [{ kind: 'add', key: `add ${item._id}`, group, parent: item } as const] : []),
      ];
    }),
    ...(canAdd ? [{ kind: 'add', key: `add ${group._id}`, group, parent: null } as const] : []),
  ]);
}

interface Active {
  row: string;
  column: number;
}

/**
 * A board as a table: read and edited by keyboard (arrows, Enter, Escape, Tab, Space, Delete; Shift selects,
 * Ctrl+D fills down) or pointer, copied to spreadsheets and pasted from them. Only the rows
 * in sight are in the document.
 */
export function Grid(props: {
  board: Pick<Board, 'name' | 'columns' | 'groups'>;
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  /** What stands in the head beside the name of a column. */
  columnMenu: (column: BoardColumn) => ReactNode;
  groupMenu: (group: BoardGroup, at: number) => ReactNode;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  /** Whole ranges, which are pasted, filled or cleared; null: they cannot be. */
  onRange: ((range: Range) => void) | null;
  /** All items are here, in the order that people gave them: what is pasted beyond the last is added. */
  isWhole: boolean;
  /** So many columns after the title stay in sight. */
  frozen?: number;
  /** The parts of items that are unfolded, by the items' ids; left out: none can be. */
  parts?: ReadonlyMap<string, readonly BoardItem[]> | undefined;
  onUnfold?: (item: BoardItem, isUnfolded: boolean) => void;
  /** Who else is in a cell, by `ITEM COLUMN`. */
  others?: ReadonlyMap<string, readonly string[]>;
  onPlace?: (itemId: string, columnId: string) => void;
  /** Left out: buttons cannot be pressed. */
  onPress?: ((item: BoardItem, column: BoardColumn) => void) | undefined;
  onAdd: (group: BoardGroup, name: string, parent: BoardItem | null) => void;
  onOpen: (item: BoardItem) => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('boards');
  const { board, items, people, isReadOnly, onEnd } = props;
  const { columns, groups } = board;
  const rows = useMemo(() => rowsOf(groups, items, !isReadOnly, props.parts), [groups, items, isReadOnly, props.parts]);
  const frozen = props.frozen ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, spaceBefore, spaceAfter } = useRowWindow(scroller, rows.length, VIRTUAL_FROM_ROWS);
  const isFlung = useFling(from);
  const [active, setActive] = useState<Active>({ row: '', column: 0 });
  /** The other corner of what is selected; null: one cell alone. */
  const [anchor, setAnchor] = useState<Active | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The cell that is to have the focus is drawn only once it is in sight. */
  const wantsFocus = useRef(false);
  const activeAt = rows.findIndex(({ key }) => key === active.row);
  const firstItem = rows.find(({ kind }) => kind !== 'group')?.key;
  const entryRow = activeAt < 0 ? firstItem : active.row;

  useEffect(() => {
    if (!wantsFocus.current || editing) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active="true"]');
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: false });
  });
  useEffect(() => {
    if (to >= rows.length - ROWS_AHEAD) onEnd();
  }, [to, rows.length, onEnd]);

  const anchorAt = anchor ? rows.findIndex(({ key }) => key === anchor.row) : -1;
  const selected = {
    from: anchorAt < 0 ? activeAt : Math.min(anchorAt, activeAt),
    to: Math.max(anchorAt, activeAt),
    first: anchor && anchorAt >= 0 ? Math.min(anchor.column, active.column) : active.column,
    last: anchor && anchorAt >= 0 ? Math.max(anchor.column, active.column) : active.column,
  };
  const isSelected = (at: number) => anchorAt >= 0 && at >= selected.from && at <= selected.to;
  const selectedItems = () =>
    rows.slice(selected.from, selected.to + 1).flatMap((row) => (row.kind === 'item' ? [row.item] : []));
  const selectedColumns = () => columns.slice(selected.first, selected.last + 1);
  const setRange = (given: readonly BoardColumn[], values: Range['rows'], added?: Range['added']) => {
    const isTaken = given.map(({ type }) => !isReadOnlyType(type));
    const taken = <Value,>(list: readonly Value[]) => list.filter((_, at) => isTaken[at]);
    props.onRange?.({
      columns: taken(given),
      rows: values.map((row) => ({ ...row, values: taken(row.values) })),
      added: added ? { ...added, rows: added.rows.map(taken) } : { groupId: '', rows: [] },
    });
  };
  const copy = (event: ClipboardEvent) => {
    if (editing || activeAt < 0 || isTyping(event.target)) return;
    const written = selectedItems().map((item) => selectedColumns().map((column) => writtenCell(column, item, people)));
    event.clipboardData.setData('text/plain', toTsv(written));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    const row = rows[activeAt];
    if (editing || isReadOnly || !props.onRange || !row || row.kind === 'group' || isTyping(event.target)) return;
    event.preventDefault();
    const { rows: texts, isCut } = fromTsv(event.clipboardData.getData('text/plain'), MAX_PASTED_CELLS);
    if (isCut) {
      toastError(t('range.tooMany', { maximum: formatNumber(MAX_PASTED_CELLS) }));
      return;
    }
    const width = Math.max(0, ...texts.map(({ length }) => length));
    const into = columns.slice(selected.first, selected.first + width);
    const valuesOf = (list: string[]) => into.map((column, at) => readCell(column, list[at] ?? '', people));
    const groupId = row.kind === 'item' ? row.item.groupId : row.group._id;
    const below = rows
      .slice(selected.from)
      .flatMap((one) => (one.kind === 'item' && one.item.groupId === groupId ? [one.item] : []));
    // One value is for all that is selected.
    if (texts.length === 1 && width === 1 && anchorAt >= 0) {
      const wide = selectedColumns();
      const each = wide.map((column) => readCell(column, texts[0]?.[0] ?? '', people));
      setRange(
        wide,
        selectedItems().map((item) => ({ item, values: each })),
      );
      return;
    }
    const there = texts.slice(0, below.length).flatMap((list, at) => {
      const item = below[at];
      return item ? [{ item, values: valuesOf(list) }] : [];
    });
    const more = props.isWhole ? texts.slice(below.length).map(valuesOf) : [];
    setRange(into, there, { groupId, rows: more });
  };
  /** The first row of what is selected, in all rows of it. */
  const fillDown = () => {
    const [source, ...others] = selectedItems();
    const into = selectedColumns();
    if (!source || others.length === 0) return;
    const values = into.map(({ _id }) => source.cells[_id] ?? null);
    setRange(
      into,
      others.map((item) => ({ item, values })),
    );
  };

  const goTo = (at: number, column: number) => {
    const step = at < activeAt ? -1 : 1;
    let next = Math.max(0, Math.min(rows.length - 1, at));
    while (rows[next]?.kind === 'group') next += step;
    const row = rows[next];
    if (!row) return;
    setActive({ row: row.key, column: Math.max(0, Math.min(columns.length - 1, column)) });
    wantsFocus.current = true;
    const box = scroller.current;
    if (!box) return;
    // The head covers one row at the top.
    const top = next * ROW_HEIGHT_PX;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + 2 * ROW_HEIGHT_PX > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + 2 * ROW_HEIGHT_PX - box.clientHeight;
    }
  };
  const leave = (leaving: Leaving) => {
    setEditing(null);
    wantsFocus.current = true;
    if (leaving === 'down') goTo(activeAt + 1, active.column);
    if (leaving === 'next') goTo(activeAt, active.column + 1);
  };
  const begin = (item: BoardItem, column: BoardColumn, start?: string) => {
    if (isReadOnly || isReadOnlyType(column.type)) return;
    if (column.type === 'checkbox') props.onSet(item, column, item.cells[column._id] !== true);
    else if (column.type === 'longText' || column.type === 'file') props.onOpen(item);
    else setEditing({ item, start });
  };
  const onArrows = (event: KeyboardEvent, column: number): boolean => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const side = isRtl ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowDown: [activeAt + 1, column],
      ArrowUp: [activeAt - 1, column],
      ArrowRight: [activeAt, column + side],
      ArrowLeft: [activeAt, column - side],
      PageDown: [activeAt + ROWS_A_PAGE, column],
      PageUp: [activeAt - ROWS_A_PAGE, column],
      Home: [event.ctrlKey ? 0 : activeAt, 0],
      End: [event.ctrlKey ? rows.length - 1 : activeAt, columns.length - 1],
    };
    const step = steps[event.key];
    if (!step) return false;
    event.preventDefault();
    if (!event.shiftKey) setAnchor(null);
    else setAnchor((present) => present ?? active);
    goTo(...step);
    return true;
  };
  const onCellKey = (event: KeyboardEvent, item: BoardItem, column: BoardColumn, at: number) => {
    if (editing || event.target !== event.currentTarget) return;
    if (event.altKey && /^Arrow(Left|Right)$/.test(event.key) && item.subitems > 0 && props.onUnfold) {
      const isOnwards = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction !== 'rtl');
      props.onUnfold(item, isOnwards);
      event.preventDefault();
      return;
    }
    if (onArrows(event, at)) return;
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const takesTyping = ['text', 'number', 'currency', 'phone', 'email', 'link'].includes(column.type);
    if ((event.ctrlKey || event.metaKey) && event.key === 'd' && props.onRange) fillDown();
    else if (event.key === 'Escape' && anchor) setAnchor(null);
    else if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && !takesTyping)) {
      if (column.type !== 'button') begin(item, column);
      else if (!event.repeat) props.onPress?.(item, column);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly && !isReadOnlyType(column.type)) {
      const cleared = selectedColumns();
      if (anchorAt < 0 || !props.onRange) props.onSet(item, column, null);
      else {
        setRange(
          cleared,
          selectedItems().map((one) => ({ item: one, values: cleared.map(() => null) })),
        );
      }
    } else if (isTyped && takesTyping) begin(item, column, event.key);
    else return;
    event.preventDefault();
  };

  const acts = useRef<CellActs>(null as never);
  acts.current = {
    onPress: (isExtending) => {
      if (!isExtending) setAnchor(null);
      else if (activeAt >= 0) setAnchor((present) => present ?? active);
    },
    onFocus: (item, column) => {
      setActive({ row: item._id, column });
      const at = columns[column];
      if (at) props.onPlace?.(item._id, at._id);
    },
    onBegin: begin,
    onKey: (event, item, at) => {
      const column = columns[at];
      if (column) onCellKey(event, item, column, at);
    },
    onLeave: leave,
    onCommit: ({ item }, column, value, leaving) => {
      leave(leaving);
      if (value !== (item.cells[column._id] ?? null)) props.onSet(item, column, value);
    },
    onPressButton: (item, column) => props.onPress?.(item, column),
    onUnfold: (item, isUnfolded) => props.onUnfold?.(item, isUnfolded),
    onOpen: props.onOpen,
  };

  const { columnMenu } = props;
  const head = useMemo(
    () => (
      <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
        {columns.map((column, at) => (
          <div
            key={column._id}
            role="columnheader"
            aria-colindex={at + 1}
            className={classes.cell}
            data-head
            {...staying(columns, at, frozen)}
          >
            <span dir="auto">{column.name}</span>
            {columnMenu(column)}
          </div>
        ))}
      </div>
    ),
    [columns, columnMenu, frozen],
  );
  const titleColumn = columns.find(({ isTitle }) => isTitle);
  const nameOf = (item: BoardItem) =>
    (titleColumn && cellText(titleColumn, item.cells[titleColumn._id], people)) || t('item.unnamed');
  const draw = (row: Row, at: number) => {
    const isHere = row.key === entryRow;
    if (row.kind === 'group') {
      return (
        <div key={row.key} role="row" className={classes.row} aria-rowindex={at + 2}>
          <div role="rowheader" className={classes.groupName} aria-colspan={columns.length}>
            <span>
              <bdi>{row.group.name}</bdi>
            </span>
            {props.groupMenu(row.group, groups.indexOf(row.group))}
          </div>
        </div>
      );
    }
    if (row.kind === 'add') {
      return (
        <div key={row.key} role="row" className={classes.row} aria-rowindex={at + 2}>
          <div role="gridcell" className={classes.addItem} aria-colspan={columns.length}>
            <AddItem
              label={
                row.parent ? t('subitem.addTo', { name: nameOf(row.parent) }) : `${t('item.add')}: ${row.group.name}`
              }
              text={t(row.parent ? 'subitem.add' : 'item.add')}
              isPart={row.parent !== null}
              isActive={isHere && activeAt >= 0}
              onFocus={() => setActive({ row: row.key, column: 0 })}
              onArrow={(event) => onArrows(event, active.column)}
              onAdd={(name) => props.onAdd(row.group, name, row.parent)}
            />
          </div>
        </div>
      );
    }
    const { item } = row;
    if (isFlung && !isHere) {
      return (
        <div key={row.key} role="row" className={classes.row} aria-rowindex={at + 2}>
          <div role="gridcell" className={classes.cell}>
            <bdi>{nameOf(item)}</bdi>
          </div>
        </div>
      );
    }
    return (
      <GridRow
        key={row.key}
        item={item}
        name={nameOf(item)}
        at={at}
        columns={columns}
        people={people}
        isReadOnly={isReadOnly}
        frozen={frozen}
        tabColumn={isHere ? Math.min(active.column, columns.length - 1) : -1}
        isActive={isHere && activeAt >= 0}
        editing={isHere ? editing : null}
        selectedFrom={isSelected(at) ? selected.first : -1}
        selectedTo={isSelected(at) ? selected.last : -1}
        isUnfolded={props.parts ? props.parts.has(item._id) : null}
        others={props.others}
        canPress={props.onPress !== undefined}
        acts={acts}
      />
    );
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-multiselectable
      onCopy={copy}
      onPaste={paste}
      aria-label={board.name}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      className={classes.grid}
      style={{ '--grid-columns': widthsOf(columns) } as React.CSSProperties}
    >
      <div role="presentation" style={{ minInlineSize: totalMinWidthPx(columns) }}>
        {head}
        <div role="presentation" style={{ blockSize: spaceBefore }} />
        {rows.slice(from, to).map((row, at) => draw(row, from + at))}
        <div role="presentation" style={{ blockSize: spaceAfter }} />
      </div>
    </div>
  );
}

/** Rows that pass in one frame; beyond, nobody reads them, and only their names are drawn. */
const FLUNG_ROWS = 12;
/** So long after the last such frame everything is drawn. */
const STILL_MS = 100;

/** Whether rows pass too fast to be read. @param from the first row that is drawn */
function useFling(from: number): boolean {
  const [seen, setSeen] = useState({ from, isFlung: false });
  if (from !== seen.from) setSeen({ from, isFlung: Math.abs(from - seen.from) > FLUNG_ROWS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further row begins the wait anew
  useEffect(() => {
    if (!seen.isFlung) return;
    const timer = setTimeout(() => setSeen((last) => ({ ...last, isFlung: false })), STILL_MS);
    return () => clearTimeout(timer);
  }, [seen.from, seen.isFlung]);
  return seen.isFlung;
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

/** Where the next item of a group is named; it stays, so that several can be added. */
function AddItem(props: {
  label: string;
  text: string;
  isPart: boolean;
  isActive: boolean;
  onFocus: () => void;
  onArrow: (event: KeyboardEvent) => void;
  onAdd: (name: string) => void;
}) {
  const [name, setName] = useState('');
  return (
    <TextInput
      size="sm"
      aria-label={props.label}
      placeholder={`+ ${props.text}`}
      data-part={props.isPart || undefined}
      dir="auto"
      maxLength={MAX_TEXT_LENGTH}
      value={name}
      data-active={props.isActive}
      onFocus={props.onFocus}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && name.trim() !== '') {
          props.onAdd(name.trim());
          setName('');
        } else if (event.key === 'Escape') setName('');
        else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') props.onArrow(event);
      }}
    />
  );
}

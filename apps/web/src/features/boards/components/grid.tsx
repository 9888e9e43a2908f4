// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be virtualised
// biome-ignore-all lint/a11y/useFocusableInteractive: only one cell of a grid is focusable at a time; headings and
// groups have buttons
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
import type { FocusMove } from './cell-input-props.ts';
import { cellText, plainCellText } from './cell-text.ts';
import { frozenProps, totalMinWidthPx, widthsOf } from './grid-layout.ts';
import { type CellActions, type Editing, GridRow } from './grid-row.tsx';
import '../texts.ts';
import type { Range } from './use-ranges.ts';

type Row =
  | { kind: 'group'; key: string; group: BoardGroup }
  /** `parent`: the item under which a subitem is shown. */
  | { kind: 'item'; key: string; item: BoardItem; parent: BoardItem | null }
  | { kind: 'add'; key: string; group: BoardGroup; parent: BoardItem | null };

const ROW_HEIGHT_PX = 44;
/** Rows from which the grid is virtualised; lower than for lists, because each row has many cells. */
const VIRTUAL_FROM_ROWS = 60;
/** Rows skipped by Page Up and Page Down. */
const PAGE_KEY_ROWS = 10;
/** Fetch the next page when this many loaded rows remain below the viewport. */
const PREFETCH_ROWS = 50;

/** Rows of a board: each group's heading, its items with their subitems, and a row to add an item. */
function buildRows(
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

interface ActiveCell {
  row: string;
  column: number;
}

/**
 * A board as a table. Read and edited by keyboard (arrows, Enter, Escape, Tab, Space, Delete; Shift selects, Ctrl+D
 * fills down) or pointer; copies to and pastes from spreadsheets. Only visible rows are in the document.
 */
export function Grid(props: {
  board: Pick<Board, 'name' | 'columns' | 'groups'>;
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  /** Renders the menu beside a column's name. */
  columnMenu: (column: BoardColumn) => ReactNode;
  groupMenu: (group: BoardGroup, at: number) => ReactNode;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  /** Called with a pasted, filled or cleared range; null if ranges cannot be changed. */
  onRange: ((range: Range) => void) | null;
  /** All items are loaded and in manual order, so that pasted rows beyond the last can be added. */
  isComplete: boolean;
  /** Number of frozen columns after the title. */
  frozen?: number;
  /** Subitems of expanded items by parent id; if omitted, items cannot be expanded. */
  parts?: ReadonlyMap<string, readonly BoardItem[]> | undefined;
  onExpand?: (item: BoardItem, isExpanded: boolean) => void;
  /** Names of colleagues by `ITEM COLUMN`. */
  colleagues?: ReadonlyMap<string, readonly string[]>;
  onPlace?: (itemId: string, columnId: string) => void;
  /** If omitted, buttons are disabled. */
  onPress?: ((item: BoardItem, column: BoardColumn) => void) | undefined;
  onAdd: (group: BoardGroup, name: string, parent: BoardItem | null) => void;
  onOpen: (item: BoardItem) => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('boards');
  const { board, items, people, isReadOnly, onEnd } = props;
  const { columns, groups } = board;
  const rows = useMemo(
    () => buildRows(groups, items, !isReadOnly, props.parts),
    [groups, items, isReadOnly, props.parts],
  );
  const frozen = props.frozen ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, spaceBefore, spaceAfter } = useRowWindow(scroller, rows.length, VIRTUAL_FROM_ROWS);
  const isFast = useFastScroll(from);
  const [active, setActive] = useState<ActiveCell>({ row: '', column: 0 });
  /** Opposite corner of the selection; null for a single cell. */
  const [anchor, setAnchor] = useState<ActiveCell | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The cell to focus is rendered only once it is visible. */
  const wantsFocus = useRef(false);
  const activeAt = rows.findIndex(({ key }) => key === active.row);
  const firstItem = rows.find(({ kind }) => kind !== 'group')?.key;
  const entryRow = activeAt < 0 ? firstItem : active.row;

  useEffect(() => {
    if (!wantsFocus.current || editing) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active="true"]');
    if (!cell) {
      // The previous row may be removed first: the grid takes its keys, but nothing from other fields.
      const focused = document.activeElement;
      const isFree = focused === document.body || focused?.matches('[role="gridcell"]');
      if (isFree) scroller.current?.focus({ preventScroll: true });
      return;
    }
    wantsFocus.current = false;
    cell.focus({ preventScroll: false });
  });
  useEffect(() => {
    if (to >= rows.length - PREFETCH_ROWS) onEnd();
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
  const setRange = (rangeColumns: readonly BoardColumn[], values: Range['rows'], added?: Range['added']) => {
    const isSettable = rangeColumns.map(({ type }) => !isReadOnlyType(type));
    const pickSettable = <Value,>(list: readonly Value[]) => list.filter((_, index) => isSettable[index]);
    props.onRange?.({
      columns: pickSettable(rangeColumns),
      rows: values.map((row) => ({ ...row, values: pickSettable(row.values) })),
      added: added ? { ...added, rows: added.rows.map(pickSettable) } : { groupId: '', rows: [] },
    });
  };
  const copy = (event: ClipboardEvent) => {
    if (editing || activeAt < 0 || isTyping(event.target)) return;
    const texts = selectedItems().map((item) => selectedColumns().map((column) => plainCellText(column, item, people)));
    event.clipboardData.setData('text/plain', toTsv(texts));
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
    const targetColumns = columns.slice(selected.first, selected.first + width);
    const valuesOf = (list: string[]) =>
      targetColumns.map((column, index) => readCell(column, list[index] ?? '', people));
    const groupId = row.kind === 'item' ? row.item.groupId : row.group._id;
    const itemsBelow = rows
      .slice(selected.from)
      .flatMap((one) => (one.kind === 'item' && one.item.groupId === groupId ? [one.item] : []));
    // A single value fills the whole selection.
    if (texts.length === 1 && width === 1 && anchorAt >= 0) {
      const targetColumns = selectedColumns();
      const values = targetColumns.map((column) => readCell(column, texts[0]?.[0] ?? '', people));
      setRange(
        targetColumns,
        selectedItems().map((item) => ({ item, values })),
      );
      return;
    }
    const existing = texts.slice(0, itemsBelow.length).flatMap((list, index) => {
      const item = itemsBelow[index];
      return item ? [{ item, values: valuesOf(list) }] : [];
    });
    const added = props.isComplete ? texts.slice(itemsBelow.length).map(valuesOf) : [];
    setRange(targetColumns, existing, { groupId, rows: added });
  };
  /** Copies the selection's first row to all of its rows. */
  const fillDown = () => {
    const [source, ...targets] = selectedItems();
    const targetColumns = selectedColumns();
    if (!source || targets.length === 0) return;
    const values = targetColumns.map(({ _id }) => source.cells[_id] ?? null);
    setRange(
      targetColumns,
      targets.map((item) => ({ item, values })),
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
    const viewport = scroller.current;
    if (!viewport) return;
    // The sticky heading covers one row at the top.
    const top = next * ROW_HEIGHT_PX;
    if (top < viewport.scrollTop) viewport.scrollTop = top;
    else if (top + 2 * ROW_HEIGHT_PX > viewport.scrollTop + viewport.clientHeight) {
      viewport.scrollTop = top + 2 * ROW_HEIGHT_PX - viewport.clientHeight;
    }
  };
  const stopEditing = (focusMove: FocusMove) => {
    setEditing(null);
    wantsFocus.current = true;
    if (focusMove === 'down') goTo(activeAt + 1, active.column);
    if (focusMove === 'next') goTo(activeAt, active.column + 1);
  };
  const startEditing = (item: BoardItem, column: BoardColumn, start?: string) => {
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
      PageDown: [activeAt + PAGE_KEY_ROWS, column],
      PageUp: [activeAt - PAGE_KEY_ROWS, column],
      Home: [event.ctrlKey ? 0 : activeAt, 0],
      End: [event.ctrlKey ? rows.length - 1 : activeAt, columns.length - 1],
    };
    const step = steps[event.key];
    if (!step) return false;
    event.preventDefault();
    if (!event.shiftKey) setAnchor(null);
    else setAnchor((current) => current ?? active);
    goTo(...step);
    return true;
  };
  const onCellKey = (event: KeyboardEvent, item: BoardItem, column: BoardColumn, at: number) => {
    if (editing || event.target !== event.currentTarget) return;
    if (event.altKey && /^Arrow(Left|Right)$/.test(event.key) && item.subitems > 0 && props.onExpand) {
      const isExpanding = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction !== 'rtl');
      props.onExpand(item, isExpanding);
      event.preventDefault();
      return;
    }
    if (onArrows(event, at)) return;
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const takesTyping = ['text', 'number', 'currency', 'phone', 'email', 'link'].includes(column.type);
    if ((event.ctrlKey || event.metaKey) && event.key === 'd' && props.onRange) fillDown();
    else if (event.key === 'Escape' && anchor) setAnchor(null);
    else if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && !takesTyping)) {
      if (column.type !== 'button') startEditing(item, column);
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
    } else if (isTyped && takesTyping) startEditing(item, column, event.key);
    else return;
    event.preventDefault();
  };

  const actions = useRef<CellActions>(null as never);
  actions.current = {
    onPress: (isExtending) => {
      if (!isExtending) setAnchor(null);
      else if (activeAt >= 0) setAnchor((current) => current ?? active);
    },
    onFocus: (item, column) => {
      setActive({ row: item._id, column });
      const at = columns[column];
      if (at) props.onPlace?.(item._id, at._id);
    },
    onBegin: startEditing,
    onKey: (event, item, at) => {
      const column = columns[at];
      if (column) onCellKey(event, item, column, at);
    },
    onLeave: stopEditing,
    onCommit: ({ item }, column, value, focusMove) => {
      stopEditing(focusMove);
      if (value !== (item.cells[column._id] ?? null)) props.onSet(item, column, value);
    },
    onPressButton: (item, column) => props.onPress?.(item, column),
    onExpand: (item, isExpanded) => props.onExpand?.(item, isExpanded),
    onOpen: props.onOpen,
  };

  const { columnMenu } = props;
  const heading = useMemo(
    () => (
      <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
        {columns.map((column, index) => (
          <div
            key={column._id}
            role="columnheader"
            aria-colindex={index + 1}
            className={classes.cell}
            data-head
            {...frozenProps(columns, index, frozen)}
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
  const renderRow = (row: Row, at: number) => {
    const isActiveRow = row.key === entryRow;
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
              isActive={isActiveRow && activeAt >= 0}
              onFocus={() => setActive({ row: row.key, column: 0 })}
              onArrow={(event) => onArrows(event, active.column)}
              onAdd={(name) => props.onAdd(row.group, name, row.parent)}
            />
          </div>
        </div>
      );
    }
    const { item } = row;
    if (isFast && !isActiveRow) {
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
        tabColumn={isActiveRow ? Math.min(active.column, columns.length - 1) : -1}
        isActive={isActiveRow && activeAt >= 0}
        editing={isActiveRow ? editing : null}
        selectedFrom={isSelected(at) ? selected.first : -1}
        selectedTo={isSelected(at) ? selected.last : -1}
        isExpanded={props.parts ? props.parts.has(item._id) : null}
        colleagues={props.colleagues}
        canPress={props.onPress !== undefined}
        actions={actions}
      />
    );
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={(event) => event.target === event.currentTarget && onArrows(event, active.column)}
      onCopy={copy}
      onPaste={paste}
      aria-label={board.name}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      className={classes.grid}
      style={{ '--grid-columns': widthsOf(columns) } as React.CSSProperties}
    >
      <div role="presentation" style={{ minInlineSize: totalMinWidthPx(columns) }}>
        {heading}
        <div role="presentation" style={{ blockSize: spaceBefore }} />
        {rows.slice(from, to).map((row, index) => renderRow(row, from + index))}
        <div role="presentation" style={{ blockSize: spaceAfter }} />
      </div>
    </div>
  );
}

/** Rows scrolled per frame above which only names are rendered, because nobody can read at that speed. */
const FAST_SCROLL_ROWS = 12;
/** Delay after the last fast frame before full rows are rendered. */
const SCROLL_IDLE_MS = 100;

/**
 * Whether rows scroll too fast to be read.
 * @param from index of the first rendered row
 */
function useFastScroll(from: number): boolean {
  const [scroll, setScroll] = useState({ from, isFast: false });
  if (from !== scroll.from) setScroll({ from, isFast: Math.abs(from - scroll.from) > FAST_SCROLL_ROWS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further row restarts the delay
  useEffect(() => {
    if (!scroll.isFast) return;
    const timer = setTimeout(() => setScroll((last) => ({ ...last, isFast: false })), SCROLL_IDLE_MS);
    return () => clearTimeout(timer);
  }, [scroll.from, scroll.isFast]);
  return scroll.isFast;
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

/** Input for the next item of a group; stays open, so that several can be added. */
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

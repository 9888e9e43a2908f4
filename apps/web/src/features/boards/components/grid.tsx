// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out so that only the rows in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid one cell has the focus at a time; heads and groups have buttons
import { ActionIcon, TextInput } from '@mantine/core';
import { type CellValue, isKeptByServer } from '@switchyard/contracts/boards/columns';
import { MAX_PASTED_CELLS, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn, BoardGroup, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconChevronDown, IconChevronRight, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWindow } from '../../../components/data-table/use-row-window.ts';
import { toastError } from '../../../components/toasts.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { fromTsv, readCell, toTsv } from '../clipboard.ts';
import classes from './boards.module.css';
import type { Leaving } from './cell-editing.ts';
import { CellInput } from './cell-input.tsx';
import { cellText, writtenCell } from './cell-text.ts';
import { CellView } from './cell-view.tsx';
import { tintOf } from './tint.ts';
import '../texts.ts';
import type { Range } from './use-ranges.ts';

type Row =
  | { kind: 'group'; key: string; group: BoardGroup }
  /** `parent`: under the item that it is a part of. */
  | { kind: 'item'; key: string; item: BoardItem; parent: BoardItem | null }
  | { kind: 'add'; key: string; group: BoardGroup; parent: BoardItem | null };

const ROW_HEIGHT_PX = 44;
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

const minWidthPx = ({ isTitle, type }: BoardColumn): number => {
  if (isTitle) return 240;
  return type === 'longText' || type === 'link' ? 200 : 140;
};
const widthOf = (column: BoardColumn): string => `minmax(${minWidthPx(column)}px, ${column.isTitle ? 2 : 1}fr)`;

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
  const rows = rowsOf(groups, items, !isReadOnly, props.parts);
  const lastFrozen = props.frozen ?? 0;
  /** Where a column that stays in sight stands once the others pass under it. */
  const frozenAt = (at: number) =>
    at <= lastFrozen ? columns.slice(0, at).reduce((sum, column) => sum + minWidthPx(column), 0) : undefined;
  const stays = (at: number) => {
    const start = frozenAt(at);
    return start === undefined
      ? {}
      : { 'data-title': true, style: { '--frozen-start': `${start}px` } as React.CSSProperties };
  };
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, spaceBefore, spaceAfter } = useRowWindow(scroller, rows.length);
  const isFlung = useFling(from);
  const [active, setActive] = useState<Active>({ row: '', column: 0 });
  /** The other corner of what is selected; null: one cell alone. */
  const [anchor, setAnchor] = useState<Active | null>(null);
  /** The item is as it was when editing began: what somebody else writes meanwhile is not written over unseen. */
  const [editing, setEditing] = useState<{ item: BoardItem; start: CellValue | undefined } | null>(null);
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
  const isSelected = (at: number, column: number) =>
    anchorAt >= 0 && at >= selected.from && at <= selected.to && column >= selected.first && column <= selected.last;
  const selectedItems = () =>
    rows.slice(selected.from, selected.to + 1).flatMap((row) => (row.kind === 'item' ? [row.item] : []));
  const selectedColumns = () => columns.slice(selected.first, selected.last + 1);
  const setRange = (given: readonly BoardColumn[], values: Range['rows'], added?: Range['added']) => {
    const isTaken = given.map(({ type }) => !isKeptByServer(type));
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
    if (isReadOnly || isKeptByServer(column.type)) return;
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
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly && !isKeptByServer(column.type)) {
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
      <div key={row.key} role="row" className={classes.row} aria-rowindex={at + 2}>
        {columns.map((column, columnAt) => {
          const isActive = isHere && columnAt === Math.min(active.column, columns.length - 1);
          const isEditing = isActive && activeAt >= 0 && editing !== null;
          return (
            <div
              key={column._id}
              role="gridcell"
              aria-colindex={columnAt + 1}
              aria-readonly={column.type === 'button' ? undefined : isReadOnly || isKeptByServer(column.type)}
              className={classes.cell}
              {...stays(columnAt)}
              data-part={(column.isTitle && item.parentId !== null) || undefined}
              data-tint={tintOf(column, item.cells[column._id])}
              data-active={isActive && activeAt >= 0}
              data-editing={isEditing || undefined}
              data-selected={isSelected(at, columnAt) || undefined}
              aria-selected={isSelected(at, columnAt) || undefined}
              onMouseDown={(event) => {
                if (!event.shiftKey) setAnchor(null);
                else if (activeAt >= 0) setAnchor((present) => present ?? active);
              }}
              tabIndex={isActive && !isEditing ? 0 : -1}
              onFocus={(event) => {
                if (event.target !== event.currentTarget) return;
                setActive({ row: row.key, column: columnAt });
                props.onPlace?.(item._id, column._id);
              }}
              onClick={(event) => isActive && !isEditing && !event.shiftKey && begin(item, column)}
              onDoubleClick={() => !isEditing && begin(item, column)}
              onKeyDown={(event) => onCellKey(event, item, column, columnAt)}
            >
              {column.isTitle && !isEditing && props.parts && item.subitems > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  tabIndex={-1}
                  aria-expanded={props.parts.has(item._id)}
                  aria-label={t('subitem.unfold', { name: nameOf(item), count: item.subitems })}
                  onClick={(event) => {
                    event.stopPropagation();
                    props.onUnfold?.(item, !props.parts?.has(item._id));
                  }}
                >
                  {props.parts.has(item._id) ? (
                    <IconChevronDown size={16} aria-hidden />
                  ) : (
                    <IconChevronRight size={16} className="flip-rtl" aria-hidden />
                  )}
                </ActionIcon>
              )}
              <Others names={props.others?.get(`${item._id} ${column._id}`)} />
              {isEditing ? (
                <CellInput
                  column={column}
                  value={editing.start ?? editing.item.cells[column._id] ?? null}
                  people={people}
                  isInGrid
                  onCancel={() => leave('stay')}
                  onCommit={(value, leaving) => {
                    leave(leaving);
                    if (value !== (editing.item.cells[column._id] ?? null)) props.onSet(editing.item, column, value);
                  }}
                />
              ) : (
                <CellView column={column} item={item} people={people} onPress={props.onPress} isInGrid />
              )}
              {column.isTitle && !isEditing && (
                <ActionIcon
                  className={classes.openItem}
                  variant="subtle"
                  color="gray"
                  tabIndex={-1}
                  aria-label={t('item.open', { name: nameOf(item) })}
                  onClick={(event) => {
                    event.stopPropagation();
                    props.onOpen(item);
                  }}
                >
                  <IconLayoutSidebarRightExpand size={18} className="flip-rtl" aria-hidden />
                </ActionIcon>
              )}
            </div>
          );
        })}
      </div>
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
      style={{ '--grid-columns': columns.map(widthOf).join(' ') } as React.CSSProperties}
    >
      <div role="presentation" style={{ minInlineSize: columns.reduce((sum, column) => sum + minWidthPx(column), 0) }}>
        <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
          {columns.map((column, at) => (
            <div
              key={column._id}
              role="columnheader"
              aria-colindex={at + 1}
              className={classes.cell}
              data-head
              {...stays(at)}
            >
              <span dir="auto">{column.name}</span>
              {props.columnMenu(column)}
            </div>
          ))}
        </div>
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

/** Colleagues who are in a cell. */
function Others({ names }: { names: readonly string[] | undefined }) {
  if (!names || names.length === 0) return null;
  const text = names.join(', ');
  return (
    <span className={classes.others} role="img" aria-label={text} title={text}>
      {names.map((name) => name.slice(0, 1).toUpperCase()).slice(0, 3)}
    </span>
  );
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

// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out so that only the rows in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid one cell has the focus at a time; heads and groups have buttons
import { ActionIcon, TextInput } from '@mantine/core';
import { type CellValue, isKeptByServer } from '@switchyard/contracts/boards/columns';
import { MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn, BoardGroup, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWindow } from '../../../components/data-table/use-row-window.ts';
import classes from './boards.module.css';
import { CellInput, type Leaving } from './cell-input.tsx';
import { cellText } from './cell-text.ts';
import { CellView } from './cell-view.tsx';
import '../texts.ts';

type Row =
  | { kind: 'group'; key: string; group: BoardGroup }
  | { kind: 'item'; key: string; item: BoardItem }
  | { kind: 'add'; key: string; group: BoardGroup };

const ROW_HEIGHT_PX = 44;
/** Rows that Page Up and Page Down pass over. */
const ROWS_A_PAGE = 10;
/** From so many rows before the end of what is loaded the next ones are asked for. */
const ROWS_AHEAD = 50;

/** The rows of a board: under the name of each group its items, and where a new one is added. */
function rowsOf(groups: readonly BoardGroup[], items: readonly BoardItem[], canAdd: boolean): Row[] {
  const byGroup = Map.groupBy(items, ({ groupId }) => groupId);
  return groups.flatMap((group): Row[] => [
    { kind: 'group', key: group._id, group },
    ...(byGroup.get(group._id) ?? []).map((item): Row => ({ kind: 'item', key: item._id, item })),
    ...(canAdd ? [{ kind: 'add', key: `add ${group._id}`, group } as const] : []),
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
 * A board as a table: read and edited by keyboard (arrows, Enter, Escape, Tab, Space, Delete) or pointer. Only the rows
 * in sight are in the document.
 */
export function Grid(props: {
  board: Pick<Board, 'name' | 'columns' | 'groups'>;
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  /** What stands in the head beside the name of a column. */
  columnMenu: (column: BoardColumn, at: number) => ReactNode;
  groupMenu: (group: BoardGroup, at: number) => ReactNode;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  onAdd: (group: BoardGroup, name: string) => void;
  onOpen: (item: BoardItem) => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('boards');
  const { board, items, people, isReadOnly, onEnd } = props;
  const { columns, groups } = board;
  const rows = rowsOf(groups, items, !isReadOnly);
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, spaceBefore, spaceAfter } = useRowWindow(scroller, rows.length);
  const [active, setActive] = useState<Active>({ row: '', column: 0 });
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
    else if (column.type === 'longText') props.onOpen(item);
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
    goTo(...step);
    return true;
  };
  const onCellKey = (event: KeyboardEvent, item: BoardItem, column: BoardColumn, at: number) => {
    if (editing || event.target !== event.currentTarget || onArrows(event, at)) return;
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const takesTyping = ['text', 'number', 'phone', 'email', 'link'].includes(column.type);
    if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && !takesTyping)) begin(item, column);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly && !isKeptByServer(column.type)) {
      props.onSet(item, column, null);
    } else if (isTyped && takesTyping) begin(item, column, event.key);
    else return;
    event.preventDefault();
  };

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
              label={`${t('item.add')}: ${row.group.name}`}
              isActive={isHere && activeAt >= 0}
              onFocus={() => setActive({ row: row.key, column: 0 })}
              onArrow={(event) => onArrows(event, active.column)}
              onAdd={(name) => props.onAdd(row.group, name)}
            />
          </div>
        </div>
      );
    }
    const { item } = row;
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
              aria-readonly={isReadOnly || isKeptByServer(column.type)}
              className={classes.cell}
              data-title={column.isTitle || undefined}
              data-active={isActive && activeAt >= 0}
              data-editing={isEditing || undefined}
              tabIndex={isActive && !isEditing ? 0 : -1}
              onFocus={(event) => {
                if (event.target === event.currentTarget) setActive({ row: row.key, column: columnAt });
              }}
              onClick={() => isActive && !isEditing && begin(item, column)}
              onDoubleClick={() => !isEditing && begin(item, column)}
              onKeyDown={(event) => onCellKey(event, item, column, columnAt)}
            >
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
                <CellView column={column} item={item} people={people} />
              )}
              {column.isTitle && !isEditing && (
                <ActionIcon
                  className={classes.openItem}
                  variant="subtle"
                  color="gray"
                  tabIndex={-1}
                  aria-label={t('item.open', {
                    name: cellText(column, item.cells[column._id], people) || t('item.unnamed'),
                  })}
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
              data-title={column.isTitle || undefined}
            >
              <span dir="auto">{column.name}</span>
              {props.columnMenu(column, at)}
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

/** Where the next item of a group is named; it stays, so that several can be added. */
function AddItem(props: {
  label: string;
  isActive: boolean;
  onFocus: () => void;
  onArrow: (event: KeyboardEvent) => void;
  onAdd: (name: string) => void;
}) {
  const { t } = useTranslation('boards');
  const [name, setName] = useState('');
  return (
    <TextInput
      size="sm"
      aria-label={props.label}
      placeholder={`+ ${t('item.add')}`}
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

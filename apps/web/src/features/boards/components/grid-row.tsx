// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out so that only the rows in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid one cell has the focus at a time
import { ActionIcon } from '@mantine/core';
import { type CellValue, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconChevronDown, IconChevronRight, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './boards.module.css';
import type { Leaving } from './cell-editing.ts';
import { CellInput } from './cell-input.tsx';
import { CellView } from './cell-view.tsx';
import { staying } from './grid-layout.ts';
import { tintOf } from './tint.ts';
import '../texts.ts';

/** The item is as it was when editing began: what somebody else writes meanwhile is not written over unseen. */
export interface Editing {
  item: BoardItem;
  start: CellValue | undefined;
}

/** What is done to cells of a row. */
export interface CellActs {
  onPress: (isExtending: boolean) => void;
  onFocus: (item: BoardItem, column: number) => void;
  onBegin: (item: BoardItem, column: BoardColumn) => void;
  onKey: (event: KeyboardEvent, item: BoardItem, column: number) => void;
  onLeave: (leaving: Leaving) => void;
  onCommit: (editing: Editing, column: BoardColumn, value: CellValue, leaving: Leaving) => void;
  onPressButton: (item: BoardItem, column: BoardColumn) => void;
  onUnfold: (item: BoardItem, isUnfolded: boolean) => void;
  onOpen: (item: BoardItem) => void;
}

/** One item's row. It is drawn anew only when something in it is another one, however often its grid is. */
export const GridRow = memo(function GridRow(props: {
  item: BoardItem;
  name: string;
  /** Its place among the grid's rows, from 0. */
  at: number;
  columns: readonly BoardColumn[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  frozen: number;
  /** The cell that Tab reaches; -1: it is in another row. */
  tabColumn: number;
  /** Whether that cell is the grid's active one. */
  isActive: boolean;
  /** Null: its active cell is not being edited. */
  editing: Editing | null;
  /** The first and the last selected column; -1: none is. */
  selectedFrom: number;
  selectedTo: number;
  /** Null: it cannot be unfolded. */
  isUnfolded: boolean | null;
  /** Who else is in a cell, by `ITEM COLUMN`. */
  others: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether buttons can be pressed. */
  canPress: boolean;
  acts: RefObject<CellActs>;
}) {
  const { t } = useTranslation('boards');
  const { item, name, columns, people, isReadOnly, acts } = props;
  return (
    <div role="row" className={classes.row} aria-rowindex={props.at + 2}>
      {columns.map((column, at) => {
        const isTabbed = at === props.tabColumn;
        const editing = isTabbed && props.isActive ? props.editing : null;
        const isSelected = (at >= props.selectedFrom && at <= props.selectedTo) || undefined;
        return (
          <div
            key={column._id}
            role="gridcell"
            aria-colindex={at + 1}
            aria-readonly={column.type === 'button' ? undefined : isReadOnly || isReadOnlyType(column.type)}
            className={classes.cell}
            {...staying(columns, at, props.frozen)}
            data-part={(column.isTitle && item.parentId !== null) || undefined}
            data-tint={tintOf(column, item.cells[column._id])}
            data-active={isTabbed && props.isActive}
            data-editing={editing !== null || undefined}
            data-selected={isSelected}
            aria-selected={isSelected}
            onMouseDown={(event) => acts.current.onPress(event.shiftKey)}
            tabIndex={isTabbed && !editing ? 0 : -1}
            onFocus={(event) => event.target === event.currentTarget && acts.current.onFocus(item, at)}
            onClick={(event) => isTabbed && !editing && !event.shiftKey && acts.current.onBegin(item, column)}
            onDoubleClick={() => !editing && acts.current.onBegin(item, column)}
            onKeyDown={(event) => acts.current.onKey(event, item, at)}
          >
            {column.isTitle && !editing && props.isUnfolded !== null && item.subitems > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                tabIndex={-1}
                aria-expanded={props.isUnfolded}
                aria-label={t('subitem.unfold', { name, count: item.subitems })}
                onClick={(event) => {
                  event.stopPropagation();
                  acts.current.onUnfold(item, !props.isUnfolded);
                }}
              >
                {props.isUnfolded ? (
                  <IconChevronDown size={16} aria-hidden />
                ) : (
                  <IconChevronRight size={16} className="flip-rtl" aria-hidden />
                )}
              </ActionIcon>
            )}
            <Others names={props.others?.get(`${item._id} ${column._id}`)} />
            {editing ? (
              <CellInput
                column={column}
                value={editing.start ?? editing.item.cells[column._id] ?? null}
                people={people}
                isInGrid
                onCancel={() => acts.current.onLeave('stay')}
                onCommit={(value, leaving) => acts.current.onCommit(editing, column, value, leaving)}
              />
            ) : (
              <CellView
                column={column}
                item={item}
                people={people}
                onPress={props.canPress ? (...pressed) => acts.current.onPressButton(...pressed) : undefined}
                isInGrid
              />
            )}
            {column.isTitle && !editing && (
              <ActionIcon
                className={classes.openItem}
                variant="subtle"
                color="gray"
                tabIndex={-1}
                aria-label={t('item.open', { name })}
                onClick={(event) => {
                  event.stopPropagation();
                  acts.current.onOpen(item);
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
});

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

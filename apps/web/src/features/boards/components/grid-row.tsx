// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be virtualised
// biome-ignore-all lint/a11y/useFocusableInteractive: only one cell of a grid is focusable at a time
import { ActionIcon } from '@mantine/core';
import { type CellValue, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconChevronDown, IconChevronRight, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './boards.module.css';
import { CellInput } from './cell-input.tsx';
import type { FocusMove } from './cell-input-props.ts';
import { CellView } from './cell-view.tsx';
import { frozenProps } from './grid-layout.ts';
import { tintOf } from './tint.ts';
import '../texts.ts';

/**
 * The edited item as it was when editing began, so that another person's concurrent change is not overwritten unseen.
 */
export interface Editing {
  item: BoardItem;
  start: CellValue | undefined;
}

/** Callbacks for a row's cells. */
export interface CellActions {
  onPress: (isExtending: boolean) => void;
  onFocus: (item: BoardItem, column: number) => void;
  onBegin: (item: BoardItem, column: BoardColumn) => void;
  onKey: (event: KeyboardEvent, item: BoardItem, column: number) => void;
  onLeave: (focusMove: FocusMove) => void;
  onCommit: (editing: Editing, column: BoardColumn, value: CellValue, focusMove: FocusMove) => void;
  onPressButton: (item: BoardItem, column: BoardColumn) => void;
  onExpand: (item: BoardItem, isExpanded: boolean) => void;
  onOpen: (item: BoardItem) => void;
}

/** One item's row. Memoised, so that it renders only when its own content changes. */
export const GridRow = memo(function GridRow(props: {
  item: BoardItem;
  name: string;
  /** Zero-based index among the grid's rows. */
  at: number;
  columns: readonly BoardColumn[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  frozen: number;
  /** Column of the cell in the tab order; -1 if it is in another row. */
  tabColumn: number;
  /** Whether that cell is the grid's active one. */
  isActive: boolean;
  /** Null while the active cell is not being edited. */
  editing: Editing | null;
  /** First and last selected column; -1 if none. */
  selectedFrom: number;
  selectedTo: number;
  /** Null if the row cannot be expanded. */
  isExpanded: boolean | null;
  /** Names of colleagues by `ITEM COLUMN`. */
  colleagues: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether buttons are enabled. */
  canPress: boolean;
  actions: RefObject<CellActions>;
}) {
  const { t } = useTranslation('boards');
  const { item, name, columns, people, isReadOnly, actions } = props;
  return (
    <div role="row" className={classes.row} aria-rowindex={props.at + 2}>
      {columns.map((column, index) => {
        const isTabbed = index === props.tabColumn;
        const editing = isTabbed && props.isActive ? props.editing : null;
        const isSelected = (index >= props.selectedFrom && index <= props.selectedTo) || undefined;
        return (
          <div
            key={column._id}
            role="gridcell"
            aria-colindex={index + 1}
            aria-readonly={column.type === 'button' ? undefined : isReadOnly || isReadOnlyType(column.type)}
            className={classes.cell}
            {...frozenProps(columns, index, props.frozen)}
            data-part={(column.isTitle && item.parentId !== null) || undefined}
            data-tint={tintOf(column, item.cells[column._id])}
            data-active={isTabbed && props.isActive}
            data-editing={editing !== null || undefined}
            data-selected={isSelected}
            aria-selected={isSelected}
            onMouseDown={(event) => actions.current.onPress(event.shiftKey)}
            tabIndex={isTabbed && !editing ? 0 : -1}
            onFocus={(event) => event.target === event.currentTarget && actions.current.onFocus(item, index)}
            onClick={(event) => isTabbed && !editing && !event.shiftKey && actions.current.onBegin(item, column)}
            onDoubleClick={() => !editing && actions.current.onBegin(item, column)}
            onKeyDown={(event) => actions.current.onKey(event, item, index)}
          >
            {column.isTitle && !editing && props.isExpanded !== null && item.subitems > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                tabIndex={-1}
                aria-expanded={props.isExpanded}
                aria-label={t('subitem.unfold', { name, count: item.subitems })}
                onClick={(event) => {
                  event.stopPropagation();
                  actions.current.onExpand(item, !props.isExpanded);
                }}
              >
                {props.isExpanded ? (
                  <IconChevronDown size={16} aria-hidden />
                ) : (
                  <IconChevronRight size={16} className="flip-rtl" aria-hidden />
                )}
              </ActionIcon>
            )}
            <ColleagueNames names={props.colleagues?.get(`${item._id} ${column._id}`)} />
            {editing ? (
              <CellInput
                column={column}
                value={editing.start ?? editing.item.cells[column._id] ?? null}
                people={people}
                isInGrid
                onCancel={() => actions.current.onLeave('stay')}
                onCommit={(value, focusMove) => actions.current.onCommit(editing, column, value, focusMove)}
              />
            ) : (
              <CellView
                column={column}
                item={item}
                people={people}
                onPress={props.canPress ? (...pressed) => actions.current.onPressButton(...pressed) : undefined}
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
                  actions.current.onOpen(item);
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

/** Colleagues in a cell. */
function ColleagueNames({ names }: { names: readonly string[] | undefined }) {
  if (!names || names.length === 0) return null;
  const text = names.join(', ');
  return (
    <span className={classes.colleagues} role="img" aria-label={text} title={text}>
      {names.map((name) => name.slice(0, 1).toUpperCase()).slice(0, 3)}
    </span>
  );
}

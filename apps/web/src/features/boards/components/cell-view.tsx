import { Anchor, Button } from '@mantine/core';
import type { CellValue, ColumnOption } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconCheck, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import '../texts.ts';

/** A selected option in its colour. */
export const OptionPill = ({ option }: { option: ColumnOption }) => (
  <span className={classes.pill} data-color={option.color} dir="auto">
    {option.name}
  </span>
);

const LINK_PREFIXES: Partial<Record<BoardColumn['type'], string>> = { email: 'mailto:', phone: 'tel:', link: '' };

/** Read-only content of a cell; a button is clickable if allowed. */
export function CellView(props: {
  column: BoardColumn;
  item: BoardItem;
  people: ReadonlyMap<string, string>;
  /** If omitted, buttons are disabled. */
  onPress?: ((item: BoardItem, column: BoardColumn) => void) | undefined;
  /** The cell has the focus instead of the button and handles its keys. */
  isInGrid?: boolean;
}) {
  const { t } = useTranslation('boards');
  const { column, item } = props;
  const value: CellValue | undefined = item.cells[column._id];
  if (column.type === 'button') {
    const { label = column.name, color = 'gray' } = column.settings.button ?? {};
    return (
      <Button
        size="compact-sm"
        variant="light"
        color={color}
        disabled={!props.onPress}
        tabIndex={props.isInGrid ? -1 : 0}
        maw="100%"
        onClick={(event) => {
          event.stopPropagation();
          event.currentTarget.closest<HTMLElement>('[role="gridcell"]')?.focus();
          props.onPress?.(item, column);
        }}
      >
        <bdi>{label}</bdi>
      </Button>
    );
  }
  if (column.type === 'runningNumber') return item.number;
  if (column.type === 'createdAt') return <RelativeTime at={item.createdAt} />;
  if (column.type === 'changedAt') return <RelativeTime at={item.changedAt} />;
  if (column.type === 'createdBy' || column.type === 'changedBy') {
    const id = item[column.type];
    return <bdi>{id ? (props.people.get(id) ?? t('cell.former')) : ''}</bdi>;
  }
  const text = cellText(column, value, props.people);
  if (column.type === 'status' || column.type === 'priority') {
    const option = column.options.find(({ id }) => id === value);
    return option ? <OptionPill option={option} /> : null;
  }
  if (column.type === 'checkbox') return value === true ? <IconCheck size={18} role="img" aria-label={text} /> : null;
  if (column.type === 'rating' && typeof value === 'number') {
    return (
      <span role="img" aria-label={text} className={classes.stars}>
        {Array.from({ length: value }, (_, star) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all stars are alike
          <IconStarFilled key={star} size={14} aria-hidden />
        ))}
      </span>
    );
  }
  const prefix = LINK_PREFIXES[column.type];
  if (prefix !== undefined && typeof value === 'string') {
    return (
      <Anchor href={`${prefix}${value}`} target="_blank" rel="noopener noreferrer" tabIndex={-1} dir="ltr" size="sm">
        {text}
      </Anchor>
    );
  }
  return <bdi>{text}</bdi>;
}

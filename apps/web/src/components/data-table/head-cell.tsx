import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import type { DataColumn, Sort } from './column.ts';
import classes from './data-table.module.css';

/** The header of a column; a button if it can be sorted. */
export function HeadCell<Row>(props: { column: DataColumn<Row>; sort: Sort | null; onSort: () => void }) {
  const { t } = useTranslation('screen');
  const { column } = props;
  const direction = props.sort?.id === column.id ? (props.sort.desc ? 'descending' : 'ascending') : undefined;
  const Arrow = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector;
  const canSort = Boolean(column.sortBy ?? column.isSortable);
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={direction ?? (canSort ? 'none' : undefined)}
      style={column.width ? { inlineSize: column.width } : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={props.onSort}
          title={t('table.sortBy', { column: column.name })}
        >
          {column.name}
          <Arrow
            size={14}
            stroke={2}
            aria-hidden
            className={classes.arrow}
            data-active={direction ? true : undefined}
          />
        </button>
      ) : (
        column.name
      )}
    </th>
  );
}

import { Select } from '@mantine/core';
import { hasValues } from '@switchyard/contracts/boards/columns';
import type { BoardColumn, BoardSort } from '@switchyard/contracts/boards/operations';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

const MANUAL = 'manual';

/** Column by which a board's items are sorted. */
export function SortSelect(props: {
  columns: readonly BoardColumn[];
  sort: BoardSort | null;
  onChange: (sort: BoardSort | null) => void;
}) {
  const { t } = useTranslation('boards');
  const { sort } = props;
  const data = [
    { value: MANUAL, label: t('sort.manual') },
    ...props.columns
      .filter(({ type }) => type !== 'people' && type !== 'file' && hasValues(type))
      .flatMap(({ _id, name }) => [
        { value: `${_id} up`, label: `${name}, ${t('sort.up')}` },
        { value: `${_id} down`, label: `${name}, ${t('sort.down')}` },
      ]),
  ];
  return (
    <Select
      size="sm"
      w={200}
      aria-label={t('sort.label')}
      data={data}
      value={sort ? `${sort.columnId} ${sort.isDescending ? 'down' : 'up'}` : MANUAL}
      allowDeselect={false}
      onChange={(chosen) => {
        const [columnId = MANUAL, direction] = (chosen ?? MANUAL).split(' ');
        props.onChange(columnId === MANUAL ? null : { columnId, isDescending: direction === 'down' });
      }}
    />
  );
}

import { Button, Checkbox, Popover, Select, Stack } from '@mantine/core';
import { MAX_FROZEN } from '@switchyard/contracts/boards/limits';
import type { BoardColumn, BoardView } from '@switchyard/contracts/boards/operations';
import { IconColumns } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** Visible and frozen columns of a table. */
export type TableLayout = Pick<BoardView, 'hiddenColumnIds' | 'frozenColumns'>;

/** Shows, hides and freezes columns; saved with the view. */
export function LayoutMenu(props: {
  columns: readonly BoardColumn[];
  layout: TableLayout;
  onChange: (layout: TableLayout) => void;
}) {
  const { t } = useTranslation('boards');
  const { layout, onChange } = props;
  const otherColumns = props.columns.filter(({ isTitle }) => !isTitle);
  const hidden = layout.hiddenColumnIds.filter((id) => otherColumns.some(({ _id }) => _id === id));
  const frozen = [
    t('layout.titleOnly'),
    ...otherColumns.filter(({ _id }) => !hidden.includes(_id)).map(({ name }) => name),
  ];
  return (
    <Popover position="bottom-start" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant={hidden.length > 0 ? 'light' : 'default'}
          size="sm"
          leftSection={<IconColumns size={16} aria-hidden />}
        >
          {hidden.length > 0 ? t('layout.hidden', { count: hidden.length }) : t('layout.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflow: 'auto' }}>
        <Stack gap="sm">
          {otherColumns.map(({ _id, name }) => (
            <Checkbox
              key={_id}
              label={<bdi>{name}</bdi>}
              checked={!hidden.includes(_id)}
              onChange={(event) =>
                onChange({
                  ...layout,
                  hiddenColumnIds: event.currentTarget.checked ? hidden.filter((id) => id !== _id) : [...hidden, _id],
                })
              }
            />
          ))}
          <Select
            size="sm"
            label={t('layout.freeze')}
            data={frozen.slice(0, MAX_FROZEN + 1).map((label, index) => ({ value: String(index), label }))}
            value={String(Math.min(layout.frozenColumns, frozen.length - 1))}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) => onChange({ ...layout, frozenColumns: Number(chosen) })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

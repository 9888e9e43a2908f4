import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import type { DataColumn } from './column.ts';
import type { HiddenColumns } from './use-hidden-columns.ts';

/** Chooses which columns are shown. */
export function ColumnMenu<Row>({ columns, hidden }: { columns: DataColumn<Row>[]; hidden: HiddenColumns }) {
  const { t } = useTranslation('screen');
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('table.columns')} title={t('table.columns')}>
          <IconColumns3 size={16} stroke={1.8} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.name}
              disabled={column.isFixed ?? false}
              checked={!hidden.ids.has(column.id)}
              onChange={() => hidden.toggle(column.id)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

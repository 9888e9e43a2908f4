import { Button, List } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import type { RowFault } from '../workbook/import-plan.ts';
import { rowErrorLines } from './row-errors.ts';

/** The first failed rows, one line each, and a download of all of them. `count` is the total. */
export function RowErrors(props: { faults: readonly RowFault[]; count: number; onSave: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <>
      <List size="sm" listStyleType="none" spacing={2}>
        {rowErrorLines(t, props.faults, props.count).map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
      <Button size="xs" variant="default" mt="xs" leftSection={<IconDownload size={14} />} onClick={props.onSave}>
        {t('importing.saveFaults', { count: props.count })}
      </Button>
    </>
  );
}

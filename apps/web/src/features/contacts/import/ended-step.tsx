import { Button, Group, List, Stack, Text } from '@mantine/core';
import { CONTACT_OUTCOMES } from '@switchyard/contracts/contacts/import';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../../lib/workbook/table-client.ts';
import '../texts.ts';
import type { ImportTally, PlannedImport } from './run-import.ts';

const MAX_SHOWN = 5;

/** The result of every row. Refused rows can be downloaded as a workbook, fixed and imported again. */
export function EndedStep(props: {
  planned: PlannedImport;
  tally: ImportTally;
  onGoOn: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('contacts');
  const { planned, tally } = props;
  const left = planned.rows.length - tally.next;
  const { table } = planned;
  const saveRefused = async () => {
    if (!table) return;
    const rows = tally.refused.map(({ row, reason }) => [...(table.rows[row - table.firstRow] ?? []), reason]);
    saveFile(await writeTableFile('Refused', [...table.header, t('importing.reason')], rows), 'contacts-refused.xlsx');
  };
  return (
    <Stack gap="sm">
      <Heading order={3} role="status">
        {left === 0 ? t('importing.ended') : t('importing.stopped', { count: left })}
      </Heading>
      <List size="sm">
        {CONTACT_OUTCOMES.map((outcome) => (
          <List.Item key={outcome}>
            {t(`importing.outcome.${outcome}`, { formatted: formatNumber(tally.counts[outcome]) })}
          </List.Item>
        ))}
      </List>
      <Hint>{t('importing.sum', { sum: formatNumber(tally.next), total: formatNumber(planned.rows.length) })}</Hint>
      {tally.refused.slice(0, MAX_SHOWN).map(({ row, reason }) => (
        <Text key={row} size="sm" dir="auto">
          {t('importing.row', { row, reason })}
        </Text>
      ))}
      <Group justify="flex-end">
        {table && tally.refused.length > 0 && (
          <Button variant="default" onClick={() => void saveRefused()}>
            {t('importing.saveRefused')}
          </Button>
        )}
        {left > 0 && (
          <Button variant="default" onClick={props.onGoOn}>
            {t('importing.again')}
          </Button>
        )}
        <Button onClick={props.onClose}>{t('importing.close')}</Button>
      </Group>
    </Stack>
  );
}

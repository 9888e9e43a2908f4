import { Alert, Button, Group, List, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../../lib/format/dates.ts';
import '../texts.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import type { ImportChoices } from './import-state.ts';
import { RowErrors } from './row-error-list.tsx';
import { rowErrorLines } from './row-errors.ts';

const zones = Intl.supportedValuesOf('timeZone');
/** Rows with past dates that are left out are refused by the server, each by its number. */
const NOTES = ['none', 'dateOnly', 'skipped', 'repeated'] as const;

/** What an import would do, and the choices it leaves to the user. Nothing has been sent yet. */
export function PreviewStep(props: {
  fileName: string;
  preview: ImportPreview;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
  onBack: () => void;
  onStart: () => void;
}) {
  const { t } = useTranslation('messages');
  const { preview, choices } = props;
  const { firstDueMs, lastDueMs } = preview;
  const at = (instantMs: number) => formatExact(new Date(instantMs), choices.zone, false);
  const notes = [
    ...(firstDueMs === null || lastDueMs === null
      ? []
      : [t('importing.range', { from: at(firstDueMs), to: at(lastDueMs) })]),
    ...NOTES.filter((kind) => preview.due[kind] > 0).map((kind) =>
      t(`importing.${kind}`, { count: preview.due[kind] }),
    ),
    ...(preview.missingColumns.length > 0
      ? [t('importing.missingColumns', { names: preview.missingColumns.join(', ') })]
      : []),
    ...(preview.emptySheets.length > 0
      ? [t('importing.emptySheets', { sheet: preview.sheetName, empty: preview.emptySheets.slice(0, 10).join(', ') })]
      : []),
    ...(preview.recordedOnly > 0 ? [t('importing.recorded', { count: preview.recordedOnly })] : []),
    ...(preview.ignoredColumns.length > 0
      ? [t('importing.ignored', { names: preview.ignoredColumns.slice(0, 10).join(', ') })]
      : []),
    ...(preview.repeatedColumns.length > 0
      ? [t('importing.repeatedColumns', { names: preview.repeatedColumns.slice(0, 10).join(', ') })]
      : []),
    ...(preview.otherSheets.length > 0
      ? [t('importing.otherSheets', { sheet: preview.sheetName, others: preview.otherSheets.slice(0, 10).join(', ') })]
      : []),
  ];
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} role="status">
          {t('importing.valid', { count: preview.validRows })}
        </Text>
        <Text size="sm" c="dimmed">
          {props.fileName}
        </Text>
      </div>
      {notes.length > 0 && (
        <List size="sm" spacing={2}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
      {preview.faultyRows > 0 && (
        <Alert color="red" role="alert" title={t('importing.faulty', { count: preview.faultyRows })}>
          <RowErrors lines={rowErrorLines(preview.faults, preview.faultyRows)} />
        </Alert>
      )}
      {preview.due.past > 0 && (
        <Alert color="yellow" title={t('importing.pastTitle', { count: preview.due.past })}>
          <Radio.Group
            aria-label={t('importing.pastTitle', { count: preview.due.past })}
            value={choices.past}
            onChange={(past) => props.onChoose({ ...choices, past: past as ImportChoices['past'] })}
          >
            <Stack gap={6} mt={4}>
              <Radio value="refuse" label={t('importing.pastRefuse')} />
              <Radio value="send-now" label={t('importing.pastSend')} />
            </Stack>
          </Radio.Group>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('importing.zone')}
          searchable
          allowDeselect={false}
          data={zones.includes(choices.zone) ? zones : [choices.zone, ...zones]}
          value={choices.zone}
          onChange={(zone) => zone && props.onChoose({ ...choices, zone })}
        />
        <Select
          label={t('importing.order')}
          allowDeselect={false}
          data={[
            { value: 'refuse', label: t('importing.orderRefuse') },
            { value: 'day-first', label: t('importing.orderDay') },
            { value: 'month-first', label: t('importing.orderMonth') },
          ]}
          value={choices.order}
          onChange={(order) => order && props.onChoose({ ...choices, order: order as ImportChoices['order'] })}
        />
      </SimpleGrid>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onBack}>
          {t('importing.another')}
        </Button>
        <Button disabled={preview.validRows === 0} onClick={props.onStart} data-autofocus>
          {t('importing.start', { count: preview.validRows })}
        </Button>
      </Group>
    </Stack>
  );
}

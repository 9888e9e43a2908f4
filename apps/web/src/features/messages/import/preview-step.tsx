import { Alert, Button, Group, List, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatExact } from '../../../lib/format/dates.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { SendFrom } from '../components/send-from.tsx';
import '../texts.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import type { ImportPlan } from '../workbook/import-plan.ts';
import { decisionsOf, type ImportChoices, type ImportState } from './import-state.ts';
import { isPast, RowChoices } from './row-choices.tsx';
import { RowErrors } from './row-error-list.tsx';
import { skippedLines } from './skipped-lines.ts';

const zones = Intl.supportedValuesOf('timeZone');
const NOTES = ['dateOnly', 'skipped', 'repeated'] as const;
/** Maximum names of columns or sheets listed. */
const MAX_NAMES = 10;

/** Review of what an import will do with each row, and the choices it leaves to the user. Nothing has been sent yet. */
export function PreviewStep(props: {
  state: Extract<ImportState, { step: 'preview' }>;
  onChoose: (choices: ImportChoices) => void;
  /** Reads another sheet of the file. */
  onSheet: (name: string) => void;
  onBack: () => void;
  onSaveFaults: () => void;
  onStart: (plan: ImportPlan) => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { preview, choices, check, fileName, isLate } = props.state;
  const plan = check.is === 'done' ? check.plan : null;
  const { faults, faultyRows } = plan ?? preview;
  const isUndecided = preview.hasDatesAndNone && decisionsOf(preview, choices).undated === 'ask';
  const sheets = [...new Set([preview.sheetName, ...preview.readableSheets])];
  const notes = [...notesOn(t, preview, choices), ...(plan ? skippedLines(t, plan) : [])];
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} role="status">
          {plan ? t('importing.valid', { count: plan.rows }) : t('importing.checking', { count: preview.validRows })}
        </Text>
        <Hint>{fileName}</Hint>
      </div>
      {isLate && <Alert color="yellow" role="alert" title={t('importing.late')} />}
      {check.is === 'failed' && (
        <Alert color="red" role="alert" title={t('importing.uncheckedTitle')}>
          <Stack gap="xs" align="start">
            {refusal(check.error)}
            <Button size="xs" variant="default" onClick={() => props.onChoose(choices)}>
              {t('importing.checkAgain')}
            </Button>
          </Stack>
        </Alert>
      )}
      {notes.length > 0 && (
        <List size="sm" spacing={2}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
      {faultyRows > 0 && (
        <Alert color="red" role="alert" title={t('importing.faulty', { count: faultyRows })}>
          <RowErrors faults={faults} count={faultyRows} onSave={props.onSaveFaults} />
        </Alert>
      )}
      <RowChoices
        preview={preview}
        repeatedRows={plan?.repeatedRows ?? 0}
        choices={choices}
        onChoose={props.onChoose}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {sheets.length > 1 && (
          <Select
            label={t('importing.sheet')}
            allowDeselect={false}
            data={sheets.map((name) => ({ value: name, label: sheetLabel(t, preview, name) }))}
            value={preview.sheetName}
            onChange={(name) => name && name !== preview.sheetName && props.onSheet(name)}
          />
        )}
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
      <SendFrom value={choices.engineId} onChange={(engineId) => props.onChoose({ ...choices, engineId })} />
      <Group justify="flex-end" gap="xs">
        {isUndecided && <Hint>{t('importing.undecided')}</Hint>}
        <Button variant="default" onClick={props.onBack}>
          {t('importing.another')}
        </Button>
        <Button
          disabled={!plan || plan.rows === 0 || isUndecided || isPast(choices)}
          loading={check.is === 'running'}
          onClick={() => plan && props.onStart(plan)}
          data-autofocus
        >
          {t('importing.start', { count: plan?.rows ?? preview.validRows })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Label of a sheet; hidden sheets are marked. */
const sheetLabel = (t: TFunction<'messages'>, { hiddenSheets }: ImportPreview, name: string): string =>
  hiddenSheets.includes(name) ? t('importing.hiddenSheet', { name }) : name;

/** Notes about the import, one line each. */
function notesOn(t: TFunction<'messages'>, preview: ImportPreview, choices: ImportChoices): string[] {
  const { firstDueMs, lastDueMs } = preview;
  const formatMoment = (instantMs: number) => formatExact(new Date(instantMs), choices.zone, false);
  const names = (all: readonly string[]) => all.slice(0, MAX_NAMES).join(', ');
  const lineIf = (condition: boolean, text: () => string) => (condition ? [text()] : []);
  const { due } = preview;
  return [
    ...(firstDueMs === null || lastDueMs === null
      ? []
      : [t('importing.range', { from: formatMoment(firstDueMs), to: formatMoment(lastDueMs) })]),
    ...lineIf(due.none > 0 && !preview.hasDatesAndNone, () => t('importing.none', { count: due.none })),
    ...NOTES.filter((kind) => due[kind] > 0).map((kind) => t(`importing.${kind}`, { count: due[kind] })),
    ...lineIf(preview.missingColumns.length > 0, () =>
      t('importing.missingColumns', { names: names(preview.missingColumns) }),
    ),
    ...lineIf(preview.hiddenSheets.includes(preview.sheetName), () =>
      t('importing.isHidden', { sheet: preview.sheetName }),
    ),
    ...lineIf(preview.emptySheets.length > 0, () =>
      t('importing.emptySheets', { sheet: preview.sheetName, empty: names(preview.emptySheets) }),
    ),
    ...lineIf(preview.recordedOnly > 0, () => t('importing.recorded', { count: preview.recordedOnly })),
    ...lineIf(preview.ignoredColumns.length > 0, () =>
      t('importing.ignored', { names: names(preview.ignoredColumns) }),
    ),
    ...lineIf(preview.repeatedColumns.length > 0, () =>
      t('importing.repeatedColumns', { names: names(preview.repeatedColumns) }),
    ),
    ...lineIf(preview.otherSheets.length > 0, () =>
      t('importing.otherSheets', {
        sheet: preview.sheetName,
        others: names(preview.otherSheets.map((name) => sheetLabel(t, preview, name))),
      }),
    ),
  ];
}

import { Alert, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import type { ImportPreview } from '../workbook/import-file.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import type { ImportChoices } from './import-state.ts';

/** Rows that need a decision, one choice per kind: due in the past, without a date among dated ones, or repeated. */
export function RowChoices(props: {
  preview: ImportPreview;
  repeatedRows: number;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
}) {
  const { t } = useTranslation('messages');
  const { preview, choices } = props;
  const change = (part: Partial<ImportChoices>) => props.onChoose({ ...choices, ...part });
  return (
    <>
      {preview.due.past > 0 && (
        <Choice
          title={t('importing.pastTitle', { count: preview.due.past })}
          value={choices.past}
          options={{ refuse: t('importing.pastRefuse'), 'send-now': t('importing.pastSend') }}
          onChange={(past) => change({ past })}
        />
      )}
      {preview.hasDatesAndNone && (
        <Choice
          title={t('importing.undatedTitle', { count: preview.due.none })}
          value={choices.undated === 'ask' ? null : choices.undated}
          options={{
            'leave-out': t('importing.pastRefuse'),
            'one-date': t('importing.undatedOne'),
            'send-now': t('importing.undatedSend'),
          }}
          onChange={(undated) => change({ undated })}
        >
          {choices.undated === 'one-date' && (
            <TextInput
              type="datetime-local"
              size="sm"
              w={240}
              ms={28}
              aria-label={t('importing.undatedOne')}
              value={choices.undatedDue.slice(0, 16)}
              min={wallClockAt(serverNowMs(), choices.zone).slice(0, 16)}
              error={isPast(choices) ? t('importing.undatedPast') : undefined}
              onChange={({ currentTarget: { value } }) => change({ undatedDue: value && `${value.slice(0, 16)}:00` })}
            />
          )}
        </Choice>
      )}
      {props.repeatedRows > 0 && (
        <Choice
          title={t('importing.repeatsTitle', { count: props.repeatedRows })}
          value={choices.repeats}
          options={{ 'leave-out': t('importing.pastRefuse'), import: t('importing.repeatsImport') }}
          onChange={(repeats) => change({ repeats })}
        />
      )}
    </>
  );
}

/** Whether the date for rows without one has already passed. */
export const isPast = ({ undated, undatedDue, zone }: ImportChoices): boolean =>
  undated === 'one-date' &&
  undatedDue !== '' &&
  undatedDue.slice(0, 16) < wallClockAt(serverNowMs(), zone).slice(0, 16);

function Choice<Value extends string>(props: {
  title: string;
  value: Value | null;
  options: Partial<Record<Value, string>>;
  onChange: (value: Value) => void;
  children?: React.ReactNode;
}) {
  return (
    <Alert color="yellow" title={props.title}>
      <Radio.Group aria-label={props.title} value={props.value} onChange={(value) => props.onChange(value as Value)}>
        <Stack gap={6} mt={4}>
          {Object.entries<string | undefined>(props.options).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
          {props.children}
        </Stack>
      </Radio.Group>
    </Alert>
  );
}

import { Chip, Group, Textarea, TextInput } from '@mantine/core';
import { MAX_TIMEOUT_SECONDS, MIN_TIMEOUT_SECONDS } from '@switchyard/contracts/bots/flow';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import { DurationInput } from './duration-input.tsx';

// Inputs for the settings of steps.

export function TextField(props: { label: string; help?: string; value: string; onChange: (value: string) => void }) {
  return (
    <Textarea
      label={props.label}
      description={props.help}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      dir="auto"
      autosize
      minRows={2}
      maxRows={10}
    />
  );
}

export function LinesField(props: {
  label: string;
  help?: string;
  value: readonly string[];
  onChange: (lines: string[]) => void;
}) {
  const { value, onChange, ...inputProps } = props;
  return (
    <TextField
      {...inputProps}
      value={value.join('\n')}
      onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
    />
  );
}

export function Expression(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('bots');
  return (
    <Textarea
      label={props.label}
      description={t('builder.expressionHelp')}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      dir="ltr"
      autosize
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}

export function SaveAs({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('bots');
  return (
    <TextInput
      label={t('builder.saveAs')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      dir="ltr"
      spellCheck={false}
    />
  );
}

export function Timeout({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const { t } = useTranslation('bots');
  return (
    <DurationInput
      label={t('builder.timeout')}
      seconds={seconds}
      min={MIN_TIMEOUT_SECONDS}
      max={MAX_TIMEOUT_SECONDS}
      onChange={onChange}
    />
  );
}

/** A Monday. */
const A_MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Days of the week; 1 is Monday. */
export function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { t } = useTranslation('bots');
  const names = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <Chip.Group
      multiple
      value={days.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).toSorted((a, b) => a - b))}
    >
      <Group gap={4} role="group" aria-label={t('builder.days')}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Chip key={day} value={String(day)} size="xs">
            {names.format(A_MONDAY_MS + (day - 1) * DAY_MS)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

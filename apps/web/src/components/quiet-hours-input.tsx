import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../lib/i18n/i18n.ts';

const quietTexts = addTexts('quiet', {
  label: 'Quiet hours',
  hint: 'Held until quiet hours end in the recipient’s time zone.',
  none: 'None',
  own: 'From … until …',
  from: 'Quiet from',
  to: 'Quiet until',
} as const);

declare module 'i18next' {
  interface ResourceNamespaceMap {
    quiet: typeof quietTexts;
  }
}

/** Form state; the times survive switching to another choice. */
export interface QuietValues {
  choice: 'usual' | 'none' | 'own';
  from: string;
  to: string;
}

export const quietValuesOf = (own: OwnQuietHours): QuietValues =>
  own === null || own === 'none'
    ? { choice: own ?? 'usual', from: '21:00', to: '08:00' }
    : { choice: 'own', from: own.from, to: own.to };

/** The form's values as the server validates them. */
export const quietHoursOf = ({ choice, from, to }: QuietValues): OwnQuietHours =>
  choice === 'own' ? { from, to } : choice === 'none' ? 'none' : null;

/** Chooses the hours during which nothing is sent. */
export function QuietHoursInput(props: {
  value: QuietValues;
  onChange: (value: QuietValues) => void;
  /** The inherited hours that apply unless custom ones are set; omitted: that choice is not offered. */
  usual?: string | undefined;
  faultOf: (end: 'from' | 'to') => string | undefined;
  isReadOnly?: boolean;
}) {
  const { t } = useTranslation('quiet');
  const { value, onChange, usual, faultOf } = props;
  const disabled = props.isReadOnly ?? false;
  const time = (end: 'from' | 'to') => (
    <TextInput
      type="time"
      label={t(end)}
      disabled={disabled}
      value={value[end]}
      error={faultOf(end)}
      onChange={(event) => onChange({ ...value, [end]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('label')}
        description={t('hint')}
        disabled={disabled}
        value={value.choice}
        data={[
          ...(usual === undefined ? [] : [{ value: 'usual', label: usual }]),
          { value: 'none', label: t('none') },
          { value: 'own', label: t('own') },
        ]}
        onChange={(event) => onChange({ ...value, choice: event.currentTarget.value as QuietValues['choice'] })}
      />
      {value.choice === 'own' && (
        <Group grow align="flex-start">
          {time('from')}
          {time('to')}
        </Group>
      )}
    </Stack>
  );
}

import { NumberInput, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import { useTranslation } from 'react-i18next';
import type { ValuesOf } from '../pace-values.ts';
import '../texts.ts';

/** Form fields for an engine's sending limits. */
export function PaceFields<Values extends ValuesOf<EnginePace>>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('engines');
  const number = (field: keyof EnginePace, decimalScale: number) => ({
    min: 0,
    decimalScale,
    allowNegative: false,
    placeholder: field === 'burst' ? '1' : t('explorer.noLimit'),
    ...form.getInputProps(field),
  });
  return (
    <>
      <NumberInput label={t('settings.known')} {...number('knownPerMinute', 1)} />
      <NumberInput label={t('settings.first')} {...number('newPerMinute', 1)} />
      <NumberInput label={t('settings.gapFrom')} {...number('gapFromSeconds', 1)} placeholder={t('settings.noGap')} />
      <NumberInput label={t('settings.gapTo')} {...number('gapToSeconds', 1)} placeholder={t('settings.noGap')} />
      <NumberInput label={t('settings.burst')} {...number('burst', 0)} />
      <NumberInput label={t('settings.cap')} {...number('dailyCap', 0)} />
      <NumberInput
        label={t('settings.replies')}
        description={t('settings.repliesHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...number('repliesPerMinute', 1)}
      />
      <Switch
        label={t('settings.warmUp')}
        description={t('settings.warmUpHint')}
        {...form.getInputProps('warmUp', { type: 'checkbox' })}
      />
    </>
  );
}

import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { LanePacing } from '@switchyard/contracts/lane';
import { useTranslation } from 'react-i18next';
import { useSavePacing } from '../api/save-pacing.ts';
import '../texts.ts';
import { pacingOf, valuesOf } from './pacing-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** How fast the engine may send. */
export function PacingForm({ engineId, pacing }: { engineId: string; pacing: LanePacing }) {
  const { t } = useTranslation('engines');
  const form = useForm({ initialValues: valuesOf(pacing) });
  const number = (field: 'knownPerMinute' | 'newPerMinute' | 'burst' | 'dailyCap', decimalScale: number) => ({
    min: 0,
    decimalScale,
    allowNegative: false,
    placeholder: field === 'burst' ? '1' : t('explorer.noLimit'),
    ...form.getInputProps(field),
  });
  return (
    <SettingsForm
      title={t('explorer.pacing')}
      hint={t('settings.pacingHint')}
      form={form}
      input={(values) => ({ id: engineId, ...pacingOf(values) })}
      save={useSavePacing()}
      isReady={form.isDirty()}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput label={t('settings.known')} {...number('knownPerMinute', 1)} />
        <NumberInput label={t('settings.first')} {...number('newPerMinute', 1)} />
        <NumberInput label={t('settings.burst')} {...number('burst', 0)} />
        <NumberInput label={t('settings.cap')} {...number('dailyCap', 0)} />
        <TextInput label={t('settings.quietFrom')} type="time" {...form.getInputProps('quietFrom')} />
        <TextInput label={t('settings.quietTo')} type="time" {...form.getInputProps('quietTo')} />
      </SimpleGrid>
    </SettingsForm>
  );
}

import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { LanePacing } from '@switchyard/contracts/lane';
import { useTranslation } from 'react-i18next';
import { useSavePacing } from '../api/save-pacing.ts';
import { PaceFields } from '../components/pace-fields.tsx';
import { pacingOf, pacingValuesOf } from '../pace-values.ts';
import '../texts.ts';
import { SettingsForm } from './settings-form.tsx';

/** How fast the engine may send. */
export function PacingForm({ engineId, pacing }: { engineId: string; pacing: LanePacing }) {
  const { t } = useTranslation('engines');
  const form = useForm({ initialValues: pacingValuesOf(pacing) });
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
        <PaceFields form={form} />
        <TextInput label={t('settings.quietFrom')} type="time" {...form.getInputProps('quietFrom')} />
        <TextInput label={t('settings.quietTo')} type="time" {...form.getInputProps('quietTo')} />
      </SimpleGrid>
    </SettingsForm>
  );
}

import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { useSavePacing } from '../api/save-pacing.ts';
import { PaceFields } from '../components/pace-fields.tsx';
import { pacingOf, pacingValuesOf } from '../pace-values.ts';
import '../texts.ts';
import { SettingsForm } from './settings-form.tsx';

/** How fast the engine may send. */
export function PacingForm({ engineId, pacing }: { engineId: string; pacing: EngineDetail['pacing'] }) {
  const { t } = useTranslation('engines');
  const form = useForm({ initialValues: pacingValuesOf(pacing) });
  const { workspaceQuiet } = pacing;
  const disabled = form.values.quietOff;
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
        <TextInput
          label={t('settings.quietFrom')}
          type="time"
          disabled={disabled}
          {...form.getInputProps('quietFrom')}
        />
        <TextInput label={t('settings.quietTo')} type="time" disabled={disabled} {...form.getInputProps('quietTo')} />
      </SimpleGrid>
      <Hint size="xs">{workspaceQuiet ? t('settings.quietUsual', workspaceQuiet) : t('settings.quietUsualNone')}</Hint>
      <Checkbox label={t('settings.quietOff')} {...form.getInputProps('quietOff', { type: 'checkbox' })} />
    </SettingsForm>
  );
}

import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { SettingsForm } from './settings-form.tsx';

const MAX_NAME_LENGTH = 80;

/** The engine's name in the workspace. */
export function NameForm({ engine }: { engine: Engine }) {
  const { t } = useTranslation('engines');
  const form = useForm({ initialValues: { name: engine.name } });
  const name = form.values.name.trim();
  return (
    <SettingsForm
      title={t('settings.name')}
      form={form}
      input={(values) => ({ id: engine._id, ...values })}
      save={useMutation(apiQuery.engines.updateSession.mutationOptions())}
      isReady={name !== engine.name && name !== ''}
    >
      <TextInput label={t('column.name')} maxLength={MAX_NAME_LENGTH} {...form.getInputProps('name')} />
    </SettingsForm>
  );
}

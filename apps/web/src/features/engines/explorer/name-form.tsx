import { TextInput } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { readEnginesAgain } from '../api/engines.ts';
import '../texts.ts';
import { faultsIn } from './field-faults.ts';
import { SettingsForm } from './settings-form.tsx';

const MOST_LETTERS = 80;

/** What the workspace calls the engine. */
export function NameForm({ engine }: { engine: Engine }) {
  const { t } = useTranslation('engines');
  const queries = useQueryClient();
  const [name, setName] = useState(engine.name);
  const save = useMutation(
    apiQuery.engines.updateSession.mutationOptions({
      onSuccess: () => toast(t('settings.saved')),
      onSettled: () => readEnginesAgain(queries),
    }),
  );
  const faults = faultsIn(save.error, ['name']);
  return (
    <SettingsForm
      title={t('settings.name')}
      isBusy={save.isPending}
      isUnchanged={name.trim() === engine.name || name.trim() === ''}
      fault={faults.general}
      onSave={() => save.mutate({ id: engine._id, name })}
    >
      <TextInput
        label={t('column.name')}
        value={name}
        maxLength={MOST_LETTERS}
        error={faults.at('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </SettingsForm>
  );
}

import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { LanePacing } from '@switchyard/contracts/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { readEnginesAgain } from '../api/engines.ts';
import '../texts.ts';
import { faultsIn } from './field-faults.ts';
import { PACING_FIELDS, pacingOf, valuesOf } from './pacing-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** How fast the engine may send. */
export function PacingForm({ engineId, pacing }: { engineId: string; pacing: LanePacing }) {
  const { t } = useTranslation('engines');
  const queries = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(pacing));
  const save = useMutation(
    apiQuery.messages.savePacing.mutationOptions({
      onSuccess: () => toast(t('settings.saved')),
      onSettled: () => readEnginesAgain(queries),
    }),
  );
  const faults = faultsIn(save.error, PACING_FIELDS);
  const kept = valuesOf(pacing);
  const number = (field: 'knownPerMinute' | 'newPerMinute' | 'burst' | 'dailyCap', decimals: number) => ({
    value: values[field],
    min: 0,
    decimalScale: decimals,
    allowNegative: false,
    error: faults.at(field),
    placeholder: field === 'burst' ? '1' : t('explorer.noLimit'),
    onChange: (value: string | number) => setValues((before) => ({ ...before, [field]: String(value) })),
  });
  const hour = (field: 'quietFrom' | 'quietTo') => ({
    type: 'time',
    value: values[field],
    error: faults.at(field),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [field]: value }));
    },
  });
  return (
    <SettingsForm
      title={t('explorer.pacing')}
      hint={t('settings.pacingHint')}
      isBusy={save.isPending}
      isUnchanged={PACING_FIELDS.every((field) => values[field] === kept[field])}
      fault={faults.general}
      onSave={() => save.mutate({ id: engineId, ...pacingOf(values) })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput label={t('settings.known')} {...number('knownPerMinute', 1)} />
        <NumberInput label={t('settings.first')} {...number('newPerMinute', 1)} />
        <NumberInput label={t('settings.burst')} {...number('burst', 0)} />
        <NumberInput label={t('settings.cap')} {...number('dailyCap', 0)} />
        <TextInput label={t('settings.quietFrom')} {...hour('quietFrom')} />
        <TextInput label={t('settings.quietTo')} {...hour('quietTo')} />
      </SimpleGrid>
    </SettingsForm>
  );
}

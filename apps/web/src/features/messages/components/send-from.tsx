import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enginesQuery } from '../../../lib/api/choices.ts';
import '../texts.ts';

/** Picker for the sending number of a new message, in workspaces with several. Null leaves the choice to the rule. */
export function SendFrom(props: {
  value: string | null;
  onChange: (engineId: string | null) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const engines = useQuery(enginesQuery);
  const numbers = (engines.data?.data ?? []).filter(
    ({ active, isLegacy, phoneNumber }) => active && !isLegacy && phoneNumber !== null,
  );
  if (numbers.length < 2 && props.value === null) return null;
  return (
    <Select
      label={t('sendFrom.label')}
      description={t('sendFrom.rule')}
      placeholder={t('sendFrom.automatic')}
      clearable
      data={numbers.map(({ _id, name, phoneNumber }) => ({ value: _id, label: `${name} · ${phoneNumber}` }))}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
    />
  );
}

import { Select } from '@mantine/core';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Which number a new message goes out through, where the workspace has several; null leaves it to the rule. */
export function SendFrom(props: {
  value: string | null;
  onChange: (engineId: string | null) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
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

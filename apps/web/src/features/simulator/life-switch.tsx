import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestJson } from '../../lib/api/request.ts';
import './texts.ts';

interface DemoLife {
  isOffered: boolean;
  isOn: boolean;
}
const PATH = '/api/demo/life';
const life = queryOptions({ queryKey: ['demo-life'], queryFn: () => requestJson<DemoLife>(PATH) });

/** Switches whether the demo's customers write on their own; null where that is not offered. */
export function LifeSwitch() {
  const { t } = useTranslation('simulator');
  const queries = useQueryClient();
  const { data } = useQuery(life);
  const change = useMutation({
    mutationFn: (isOn: boolean) => requestJson<DemoLife>(PATH, { method: 'PUT', body: { isOn } }),
    onSuccess: (now) => queries.setQueryData(life.queryKey, now),
  });
  if (!data?.isOffered) return null;
  return (
    <Switch
      label={t('life.label')}
      description={t('life.hint')}
      error={change.error && t('life.failed', { reason: change.error.message })}
      checked={change.isPending ? change.variables : data.isOn}
      disabled={change.isPending}
      onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
    />
  );
}

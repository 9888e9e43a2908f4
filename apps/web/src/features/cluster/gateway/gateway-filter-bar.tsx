import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../components/console.module.css';
import { SESSION_STATUSES } from '../rules/engine-sessions.ts';
import type { GatewayFilters } from './gateway-filters.ts';
import '../texts.ts';

/** Every status of a pod that spec 001 section 4 names. */
export const POD_STATUSES = [
  'Running',
  'Pending',
  'Failed',
  'Error',
  'Completed',
  'ContainerStatusUnknown',
  'OOMKilled',
  'CrashLoopBackOff',
  'Terminating',
  'Unknown',
] as const;

/** Filters of the gateway console (spec 001 section 2.2). Drawn again only when something in them is another. */
export const GatewayFilterBar = memo(function GatewayFilterBar(props: {
  filters: GatewayFilters;
  /** Statuses that pods have now, beside those that are always offered. */
  statuses: readonly string[];
  onChoose: (change: Partial<GatewayFilters>) => void;
  onType: (change: Partial<GatewayFilters>) => void;
}) {
  const { t } = useTranslation('cluster');
  const { filters, onChoose, onType } = props;
  return (
    <div className={classes.filters}>
      <TextInput
        label={t('gateway.podName')}
        data-filter
        value={filters.podName}
        onChange={(event) => onType({ podName: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('gateway.podStatus')}
        data={[...new Set<string>([...POD_STATUSES, ...props.statuses, ...filters.podStatuses])]}
        value={[...filters.podStatuses]}
        onChange={(podStatuses) => onChoose({ podStatuses })}
        clearable
      />
      <Select
        label={t('gateway.sessionStatus')}
        data={[...SESSION_STATUSES]}
        value={filters.sessionStatus}
        onChange={(sessionStatus) => onChoose({ sessionStatus })}
        clearable
      />
      <TextInput
        label={t('gateway.user')}
        value={filters.user}
        onChange={(event) => onType({ user: event.currentTarget.value })}
      />
      <Switch
        className={classes.filterSwitch}
        label={t('gateway.candidates')}
        checked={filters.candidatesOnly}
        onChange={(event) => onChoose({ candidatesOnly: event.currentTarget.checked })}
      />
    </div>
  );
});

import { Button, Drawer, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import classes from '../components/console.module.css';
import { SESSION_STATUSES } from '../rules/engine-sessions.ts';
import { countFilters, type GatewayFilters } from './gateway-filters.ts';
import '../texts.ts';

/** Every pod status in spec 001 section 4. */
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

interface FilterBarProps {
  filters: GatewayFilters;
  /** Statuses that pods have now, in addition to those that are always offered. */
  statuses: readonly string[];
  onChoose: (change: Partial<GatewayFilters>) => void;
  onType: (change: Partial<GatewayFilters>) => void;
}

/** Filters of the gateway console (spec 001 section 2.2), in a drawer on a phone. Re-rendered only when they change. */
export const GatewayFilterBar = memo(function GatewayFilterBar(props: FilterBarProps) {
  const { t } = useTranslation('cluster');
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return <Fields {...props} />;
  const count = countFilters(props.filters);
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} />}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? t('gateway.filtersOn', { count }) : t('gateway.filters')}
      </Button>
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title={t('gateway.filters')} position="bottom" size="auto">
        <Fields {...props} />
      </Drawer>
    </>
  );
});

function Fields({ filters, statuses, onChoose, onType }: FilterBarProps) {
  const { t } = useTranslation('cluster');
  const podStatuses = [...new Set<string>([...POD_STATUSES, ...statuses, ...filters.podStatuses])];
  return (
    <div className={classes.filters}>
      <TextInput
        {...named(t('gateway.podName'))}
        data-filter
        value={filters.podName}
        onChange={(event) => onType({ podName: event.currentTarget.value })}
      />
      <MultiSelect
        aria-label={t('gateway.podStatus')}
        placeholder={filters.podStatuses.length > 0 ? undefined : t('gateway.podStatus')}
        data={podStatuses}
        value={[...filters.podStatuses]}
        onChange={(chosen) => onChoose({ podStatuses: chosen })}
        clearable
      />
      <Select
        {...named(t('gateway.sessionStatus'))}
        data={[...SESSION_STATUSES]}
        value={filters.sessionStatus}
        onChange={(sessionStatus) => onChoose({ sessionStatus })}
        clearable
      />
      <TextInput
        {...named(t('gateway.user'))}
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
}

const named = (name: string) => ({ 'aria-label': name, placeholder: name });

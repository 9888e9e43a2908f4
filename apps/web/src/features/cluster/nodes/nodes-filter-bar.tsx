import { NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PodUsageFilter, UsageFilter } from '../rules/node-filters.ts';
import '../texts.ts';
import classes from './nodes-filter-bar.module.css';

/** Filters of the nodes monitor: node and pod thresholds and name (spec 001 section 2.3). */
export function NodesFilterBar(props: {
  node: UsageFilter;
  onNode: (filter: UsageFilter) => void;
  pod: PodUsageFilter;
  onPod: (filter: PodUsageFilter) => void;
}) {
  const { t } = useTranslation('cluster');
  const { node, pod, onNode, onPod } = props;
  return (
    <div className={classes.bar}>
      <FilterGroup
        heading={
          <Text size="sm" fw={550}>
            {t('nodes.nodeFilter')}
          </Text>
        }
      >
        <UsageFields filter={node} onChange={onNode} />
      </FilterGroup>
      <FilterGroup
        heading={
          <Switch
            label={t('nodes.podFilterOn')}
            checked={pod.enabled}
            onChange={(event) => onPod({ ...pod, enabled: event.currentTarget.checked })}
          />
        }
      >
        <UsageFields filter={pod} onChange={(filter) => onPod({ ...pod, ...filter })} isOff={!pod.enabled} />
      </FilterGroup>
    </div>
  );
}

/** Fields under a heading of fixed height, so that two groups side by side align. */
function FilterGroup({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out in a grid
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.heading}>
        {heading}
      </div>
      {children}
    </div>
  );
}

function UsageFields(props: { filter: UsageFilter; onChange: (filter: UsageFilter) => void; isOff?: boolean }) {
  const { t } = useTranslation('cluster');
  const { filter, onChange, isOff = false } = props;
  return (
    <>
      <NumberInput
        label={t('nodes.cpuAtLeast')}
        value={filter.cpuThreshold}
        min={0}
        disabled={isOff}
        onChange={(value) => onChange({ ...filter, cpuThreshold: Number(value) || 0 })}
      />
      <NumberInput
        label={t('nodes.memoryAtLeast')}
        value={filter.memoryThreshold}
        min={0}
        disabled={isOff}
        onChange={(value) => onChange({ ...filter, memoryThreshold: Number(value) || 0 })}
      />
      <TextInput
        className={classes.name}
        label={t('nodes.name')}
        data-filter
        value={filter.name}
        disabled={isOff}
        onChange={(event) => onChange({ ...filter, name: event.currentTarget.value })}
      />
    </>
  );
}

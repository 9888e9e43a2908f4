import { ActionIcon, Menu, Progress, Text, Tooltip } from '@mantine/core';
import { FLEET_SIZES, type FleetSize } from '@switchyard/contracts/cluster/simulated-fleet';
import { IconServer2, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from '../components/console.module.css';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { useSlowClusterVersion } from '../feed/use-cluster.ts';
import { type FleetChange, type FleetCounts, fleetProgress } from './fleet-progress.ts';
import type { FleetControl } from './use-fleet.ts';
import '../texts.ts';

const PROGRESS_MS = 200;
const SIZES = Object.entries(FLEET_SIZES) as [FleetSize, FleetCounts][];

/** Adds a simulated fleet to the demo's cluster, or removes it. */
export function FleetMenu({ control }: { control: FleetControl }) {
  const { t } = useTranslation('cluster');
  const formatSize = useFormatSize();
  const { fleet, change, set } = control;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t('fleet.title')}>
          <ActionIcon variant="default" size={36} aria-label={t('fleet.title')} disabled={change !== null}>
            <IconServer2 size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Menu.Label>{fleet.current ? t('fleet.now', { size: formatSize(fleet.current) }) : t('fleet.none')}</Menu.Label>
        {SIZES.map(([size, counts]) => (
          <Menu.Item key={size} disabled={fleet.current?.pods === counts.pods} onClick={() => set(size)}>
            {t('fleet.add', { size: formatSize(counts) })}
          </Menu.Item>
        ))}
        {fleet.current && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => set(null)}>
            {t('fleet.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Progress of the console in receiving the fleet's change; ends the change once complete. */
export function FleetProgress(props: { store: ClusterStore; change: FleetChange; onEnd: () => void }) {
  const { store, change, onEnd } = props;
  const { t } = useTranslation('cluster');
  const formatSize = useFormatSize();
  useSlowClusterVersion(store, PROGRESS_MS);
  const progress = fleetProgress(change, { nodes: store.nodeCount, pods: store.podCount });
  useEffect(() => {
    if (progress === 1) onEnd();
  }, [progress, onEnd]);
  const percent = Math.floor(progress * 100);
  const text = change.wanted
    ? t('fleet.adding', { size: formatSize(change.wanted), percent })
    : t('fleet.removing', { size: formatSize(change.removed ?? change.before), percent });
  return (
    <div className={classes.fleetProgress} role="status">
      <Text size="sm">{text}</Text>
      <Progress value={percent} size="sm" aria-label={text} />
    </div>
  );
}

function useFormatSize(): (counts: FleetCounts) => string {
  const { t } = useTranslation('cluster');
  return ({ nodes, pods }) => t('fleet.size', { nodes: formatNumber(nodes), pods: formatNumber(pods) });
}

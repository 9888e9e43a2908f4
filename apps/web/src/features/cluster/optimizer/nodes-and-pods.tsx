import { Checkbox, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import type { NodeType } from '@switchyard/contracts/cluster/rows';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Deferred } from '../../../components/deferred.tsx';
import type { ScreenState } from '../address/use-screen-state.ts';
import { LiveTable } from '../components/live-table.tsx';
import { TableSkeleton } from '../components/table-skeleton.tsx';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import type { ClusterStore } from '../feed/cluster-store.ts';
import { useClusterVersion, useIsKnown, useSlowClusterVersion } from '../feed/use-cluster.ts';
import { nextPodSort } from '../rules/pod-sort.ts';
import { NodeUtilization } from './node-utilization.tsx';
import type { NodesPart } from './nodes-part.ts';
import { ORDER_MS } from './nodes-part.ts';
import { NODE_TYPES, type OptimizerState } from './optimizer-address.ts';
import { podColumns } from './pod-columns.tsx';
import { PodOrder } from './pod-order.ts';
import { usePodActions } from './use-pod-actions.tsx';
import '../texts.ts';

/** The Nodes & Pods tab (spec 001 section 2.1). */
export function NodesAndPods(props: {
  store: ClusterStore;
  sessions: EngineSessions;
  screen: ScreenState<OptimizerState>;
}) {
  const { store, sessions, screen } = props;
  const { state, choose } = screen;
  const { t } = useTranslation('cluster');
  const isKnown = useIsKnown(store);
  const types = useMemo(() => new Set(state.types), [state.types]);
  const { actions, onPodKey, dialogs } = usePodActions(sessions);
  const toggle = (type: NodeType) =>
    choose({ types: NODE_TYPES.filter((candidate) => types.has(candidate) !== (candidate === type)) });
  const parts = { store, sessions, types, actions, onPodKey, screen };
  return (
    <Stack gap="md">
      <Group gap="lg">
        <Checkbox
          label={t('optimizer.gatewayNodes')}
          checked={types.has('gateway')}
          onChange={() => toggle('gateway')}
        />
        <Checkbox label={t('optimizer.normalNodes')} checked={types.has('normal')} onChange={() => toggle('normal')} />
      </Group>
      <Tabs
        value={state.view}
        onChange={(view) => choose({ view: view as OptimizerState['view'] })}
        variant="pills"
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="utilization">{t('optimizer.utilization')}</Tabs.Tab>
          <Tabs.Tab value="health">{t('optimizer.podHealth')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="utilization" pt="md">
          <Deferred when={isKnown} fallback={<TableSkeleton />}>
            <NodeUtilization {...parts} />
          </Deferred>
        </Tabs.Panel>
        <Tabs.Panel value="health" pt="md">
          <PodHealth {...parts} isKnown={isKnown} />
        </Tabs.Panel>
      </Tabs>
      {/* Invisible until requested. */}
      <Deferred fallback={null}>{dialogs}</Deferred>
    </Stack>
  );
}

function PodHealth(props: NodesPart & { isKnown: boolean }) {
  const { store, types, screen } = props;
  const { t } = useTranslation('cluster');
  // Created here, where it stays mounted: a table rendered in steps may start over before it is done, and would sort
  // thousands of pods each time.
  const order = useMemo(() => new PodOrder(store), [store]);
  return (
    <Stack gap="sm">
      <TextInput
        placeholder={t('pod.search')}
        data-filter
        aria-label={t('pod.search')}
        value={screen.state.podSearch}
        onChange={(event) => screen.type({ podSearch: event.currentTarget.value })}
        maw={360}
      />
      {types.size === 0 ? (
        <Text>{t('optimizer.selectType')}</Text>
      ) : (
        <Deferred when={props.isKnown} fallback={<TableSkeleton />}>
          <PodTable {...props} order={order} />
        </Deferred>
      )}
    </Stack>
  );
}

function PodTable({ store, sessions, types, actions, onPodKey, screen, order }: NodesPart & { order: PodOrder }) {
  const { t } = useTranslation('cluster');
  const { podSearch: search, podSort: sort } = screen.state;
  useClusterVersion(store);
  const version = useSlowClusterVersion(store, ORDER_MS);
  const { byPod } = sessions;
  const sessionsOf = useCallback((name: string) => (byPod.isKnown ? (byPod.value.get(name)?.length ?? 0) : 0), [byPod]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the store's contents
  const ids = useMemo(
    () => order.ids({ types, search, sort, sessionsOf }),
    [order, version, types, search, sort, sessionsOf],
  );
  const columns = useMemo(() => podColumns('health', t, sessions.byPod, actions), [t, sessions.byPod, actions]);
  return (
    <LiveTable
      label={t('optimizer.podHealth')}
      columns={columns}
      ids={ids}
      rowOf={(uid) => store.pod(uid)}
      sort={sort}
      onKey={(key, { pod }) => onPodKey(key, pod)}
      onSort={(id) => screen.choose({ podSort: nextPodSort(sort, id) })}
      empty={store.podCount === 0 ? t('optimizer.noPods') : t('optimizer.noPodsMatch')}
      resortKey={search}
    />
  );
}

import { Text, TextInput } from '@mantine/core';
import { percentOf } from '@switchyard/cluster-rules/usage';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { DescribeLink } from '../address/describe-link.tsx';
import classes from '../components/console.module.css';
import { LiveTable } from '../components/live-table.tsx';
import { formatBinarySize, formatCpu } from '../components/units.ts';
import { UsageBar, UsagePercent } from '../components/usage.tsx';
import { usePointerLeft } from '../components/use-hover.ts';
import type { NodeView, PodView } from '../feed/cluster-store.ts';
import { useClusterVersion, useSlowClusterVersion } from '../feed/use-cluster.ts';
import { comparePods, nextPodSort, type PodSort } from '../rules/pod-sort.ts';
import { type ListedNode, listNodes, matchesPod } from './list-nodes.ts';
import { type NodesPart, ORDER_MS } from './nodes-part.ts';
import { podColumns } from './pod-columns.tsx';
import '../texts.ts';
import head from './node-head.module.css';

/** A node's pod table has a search box when the node has more than this many pods (spec 001 sections 2.1 and 9). */
export const SEARCH_ABOVE_PODS = 10;
const CLOSED_HEIGHT_PX = 43;

/** Expandable node rows by ascending session count (spec 001 section 2.1). */
export function NodeUtilization(props: NodesPart) {
  const { store, sessions, types, screen } = props;
  const { t } = useTranslation('cluster');
  const { open } = screen.state;
  const [held, setHeld] = useState<readonly ListedNode[] | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  usePointerLeft(scroller, held !== null, () => setHeld(null));
  useClusterVersion(store);
  const version = useSlowClusterVersion(store, ORDER_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the store's contents
  const listed = useMemo(() => listNodes(store, types, sessions.byPod), [store, version, types, sessions.byPod]);
  const nodes = held ?? listed;
  const virtualizer = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CLOSED_HEIGHT_PX,
    getItemKey: (index) => nodes[index]?.name ?? index,
    overscan: 3,
  });
  if (types.size === 0) return <Text>{t('optimizer.noTypes')}</Text>;
  if (listed.length === 0) return <Text>{t('optimizer.noNodes')}</Text>;
  const toggle = (name: string) =>
    screen.type({ open: open.includes(name) ? open.filter((openName) => openName !== name) : [...open, name] });
  return (
    <Card
      as="div"
      ref={scroller}
      className={classes.tableBox}
      style={{ maxBlockSize: 'min(72vh, 1000px)' }}
      onPointerEnter={() => setHeld(listed)}
      onPointerLeave={() => setHeld(null)}
    >
      <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map((item) => {
          const node = nodes[item.index];
          return (
            node && (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={classes.nodeRow}
                style={{
                  inlineSize: '100%',
                  insetBlockStart: 0,
                  position: 'absolute',
                  transform: `translateY(${item.start}px)`,
                }}
              >
                <NodeEntry
                  {...props}
                  listed={node}
                  isOpen={open.includes(node.name)}
                  onToggle={() => toggle(node.name)}
                />
              </div>
            )
          );
        })}
      </div>
    </Card>
  );
}

function NodeEntry(props: NodesPart & { listed: ListedNode; isOpen: boolean; onToggle: () => void }) {
  const { store, listed, isOpen } = props;
  const { t } = useTranslation('cluster');
  const view = store.node(listed.name);
  if (!view)
    return (
      <Text p="sm" c="dimmed">
        {listed.name}
      </Text>
    );
  return (
    <>
      <button
        type="button"
        className={head.head}
        aria-expanded={isOpen}
        aria-label={t('optimizer.expand', { name: listed.name })}
        onClick={props.onToggle}
      >
        <NodeHead
          view={view}
          isOpen={isOpen}
          pods={listed.pods}
          sessions={listed.sessions}
          allSessions={props.sessions.rows.length}
        />
      </button>
      {isOpen && <NodePods {...props} />}
    </>
  );
}

/** A node's row; re-rendered only when its content changes. Plain elements: two dozen of them appear at once. */
const NodeHead = memo(function NodeHead(props: {
  view: NodeView;
  isOpen: boolean;
  pods: number;
  sessions: number | null;
  allSessions: number;
}) {
  const { t } = useTranslation('cluster');
  const { node, millicores, memoryBytes } = props.view;
  const memory = percentOf(memoryBytes ?? 0, node.capacityBytes);
  const cpu = percentOf(millicores ?? 0, node.capacityMillicores);
  const share = percentOf(props.sessions ?? 0, props.allSessions);
  const Chevron = props.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Chevron size={16} aria-hidden />
      <span className={head.name} title={node.name}>
        {!node.status.startsWith('Ready') && (
          <span className={classes.chip} data-tone="error">
            {node.status}
          </span>
        )}{' '}
        {node.name}
      </span>
      <span className={classes.chip} data-tone={node.type === 'gateway' ? 'success' : 'neutral'}>
        {t(`optimizer.${node.type}`)}
      </span>
      <span>{t('optimizer.pods', { count: props.pods })}</span>
      <span>
        {props.sessions === null
          ? t('optimizer.sessionsUnknown')
          : t('optimizer.sessionsOf', { count: props.sessions, percent: Math.round(share) })}
      </span>
      <span className={classes.chip}>
        CPU {millicores === null ? '–' : <UsagePercent percent={cpu} title={formatCpu(millicores)} />}
      </span>
      <span className={classes.chip}>
        {t('pod.memory')}{' '}
        {memoryBytes === null ? '–' : <UsagePercent percent={memory} title={formatBinarySize(memoryBytes)} />}
      </span>
      <span className={head.bars}>
        <UsageBar percent={memory} label={`${t('pod.memory')} ${node.name}`} />
        <UsageBar percent={share} label={`${t('pod.sessions')} ${node.name}`} colour="blue" />
      </span>
    </>
  );
});

function NodePods({ store, sessions, actions, onPodKey, listed }: NodesPart & { listed: ListedNode }) {
  const { t } = useTranslation('cluster');
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<PodSort>({ id: 'name', desc: false });
  const columns = useMemo(() => podColumns('node', t, sessions.byPod, actions), [t, sessions.byPod, actions]);
  const views = [...store.podsOn(listed.name)].flatMap((uid) => store.pod(uid) ?? []);
  const { byPod } = sessions;
  const sessionsOf = ({ pod }: PodView) => (byPod.isKnown ? (byPod.value.get(pod.name)?.length ?? 0) : 0);
  const ids = views
    .filter((view) => matchesPod(view, search))
    .sort(comparePods(sort, sessionsOf))
    .map((view) => view.pod.uid);
  return (
    <div style={{ padding: '0 12px 12px' }}>
      <Text size="sm" pb={8}>
        <DescribeLink described={{ kind: 'node', name: listed.name }} text={t('describe', { name: listed.name })} />
      </Text>
      {views.length > SEARCH_ABOVE_PODS && (
        <TextInput
          size="xs"
          mb={8}
          maw={320}
          placeholder={t('pod.search')}
          data-filter
          aria-label={t('pod.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <LiveTable
        label={listed.name}
        columns={columns}
        ids={ids}
        rowOf={(uid) => store.pod(uid)}
        sort={sort}
        onKey={(key, { pod }) => onPodKey(key, pod)}
        onSort={(id) => setSort(nextPodSort(sort, id))}
        empty={search ? t('optimizer.noPodsMatch') : t('optimizer.noPods')}
        maxHeight="420px"
        resortKey={search}
      />
    </div>
  );
}

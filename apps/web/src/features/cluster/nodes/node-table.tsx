import type { Known } from '@switchyard/cluster-rules/known';
import { COOLDOWN_REFRESH_MS, type Cooldowns, cooldownLeftMs } from '@switchyard/cluster-rules/memory-pressure';
import { podMemoryPercent } from '@switchyard/cluster-rules/usage';
import type { EngineSessionRow, NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { humanDuration } from '@switchyard/kubernetes/duration';
import { IconChevronDown, IconChevronRight, IconFileText, IconInfoCircle, IconPower } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DescribeLink } from '../address/describe-link.tsx';
import { PodEngineSessions } from '../address/pod-engine-sessions.tsx';
import { useDescribe } from '../address/use-described.ts';
import classes from '../components/console.module.css';
import { type LiveColumn, LiveTable } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { RowAction, RowActions } from '../components/row-action.tsx';
import { formatBinarySize, formatCountdown, formatCpu } from '../components/units.ts';
import { UsagePercent } from '../components/usage.tsx';
import { useTick } from '../components/use-tick.ts';
import type { ClusterStore, NodeView, PodView } from '../feed/cluster-store.ts';
import { HistoryOnHover } from '../history/history-on-hover.tsx';
import { handlePodKey } from '../keyboard/row-key.ts';
import type { NodeSort } from '../rules/node-filters.ts';
import { cpuPercent, type MonitoredNode, memoryPercent, podCpuPercent, podsOn } from './monitored-nodes.ts';
import type { ShownNode } from './shown-nodes.ts';
import { sortNodes } from './sort-nodes.ts';
import type { TerminateTarget } from './terminate-dialog.tsx';
import '../texts.ts';

/** A row of the table: a node, or a pod under its expanded node. */
type Line =
  | { kind: 'node'; node: MonitoredNode; isOpen: boolean }
  | { kind: 'pod'; node: MonitoredNode; view: PodView };

/** The sortable node table with expandable pod rows and a terminate action per pod (spec 001 section 2.3). */
export function NodeTable(props: {
  rows: readonly ShownNode[];
  store: ClusterStore;
  byPod: Known<ReadonlyMap<string, readonly EngineSessionRow[]>>;
  cooldowns: Cooldowns;
  sort: NodeSort;
  onSort: (sort: NodeSort) => void;
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
  onOpen: (open: readonly string[]) => void;
  onTerminate: (target: TerminateTarget) => void;
  onLogs: (pod: PodRow) => void;
}) {
  const { t } = useTranslation('cluster');
  const { store, sort, open, cooldowns, onTerminate, onLogs } = props;
  const describe = useDescribe();

  const lines = useMemo(() => {
    const found = new Map<string, Line>();
    for (const { node, pods } of sortNodes(props.rows, sort)) {
      const { name } = node.view.node;
      const isOpen = open.includes(name);
      found.set(`node ${name}`, { kind: 'node', node, isOpen });
      if (!isOpen) continue;
      for (const view of pods ?? podsOn(store, name)) found.set(`pod ${view.pod.uid}`, { kind: 'pod', node, view });
    }
    return found;
  }, [props.rows, store, sort, open]);
  const nowMs = store.serverNowMs(Date.now());
  const toggle = (name: string) =>
    props.onOpen(open.includes(name) ? open.filter((openName) => openName !== name) : [...open, name]);

  const columns: LiveColumn<Line>[] = [
    {
      id: 'name',
      name: t('nodes.columns.name'),
      widthPx: 216,
      kind: 'text',
      cell: (line) =>
        line.kind === 'pod' ? (
          <div style={{ paddingInlineStart: 18 }}>
            <DescribeLink described={{ kind: 'pod', namespace: line.view.pod.namespace, name: line.view.pod.name }} />
          </div>
        ) : (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={line.isOpen}
            aria-label={t('optimizer.expand', { name: line.node.view.node.name })}
            onClick={() => toggle(line.node.view.node.name)}
          >
            {line.isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            <b title={line.node.view.node.name}>{line.node.view.node.name}</b>
          </button>
        ),
    },
    {
      id: 'status',
      name: t('nodes.columns.status'),
      widthPx: 190,
      cell(line) {
        if (line.kind === 'pod') return <PodStatus status={line.view.pod.status} />;
        const { status, name } = line.node.view.node;
        return (
          <>
            {status.startsWith('Ready') ? status : <PodStatus status={status} helpOf="NodeNotReady" />}
            <Cooling cooldowns={cooldowns} nodeName={name} />
          </>
        );
      },
    },
    {
      id: 'role',
      name: t('nodes.columns.role'),
      widthPx: 62,
      kind: 'text',
      cell: (line) => (line.kind === 'pod' ? line.view.pod.app : line.node.view.node.role) || '<none>',
    },
    {
      id: 'taints',
      name: t('nodes.columns.taints'),
      widthPx: 58,
      kind: 'number',
      cell: (line) => (line.kind === 'pod' ? 0 : line.node.view.node.taints),
    },
    {
      id: 'version',
      name: t('nodes.columns.version'),
      widthPx: 68,
      kind: 'text',
      cell: (line) => rowOf(line).version || '–',
    },
    {
      id: 'pods',
      name: t('nodes.columns.pods'),
      widthPx: 84,
      cell(line) {
        if (line.kind === 'node') return line.node.podCount;
        const sessions = props.byPod.isKnown ? props.byPod.value.get(line.view.pod.name) : undefined;
        return (
          <div className={classes.twoLines}>
            <div>{`${t('nodes.columns.restarts')} ${line.view.pod.restarts}`}</div>
            {!props.byPod.isKnown && <div title={props.byPod.why}>{t('pod.sessions')} –</div>}
            {sessions && (
              <div>
                {t('pod.sessions')} <PodEngineSessions podName={line.view.pod.name} sessions={sessions} />
              </div>
            )}
          </div>
        );
      },
    },
    {
      id: 'age',
      name: t('nodes.columns.age'),
      widthPx: 58,
      cell: (line) => formatNodeAge(rowOf(line).createdAtMs, nowMs),
    },
    {
      id: 'cpu',
      name: t('nodes.columns.cpu'),
      widthPx: 54,
      kind: 'number',
      cell: (line) => {
        const { millicores } = usageOf(line);
        if (millicores === null) return '–';
        const percent = line.kind === 'pod' ? podCpuPercent(line.view, line.node.view) : cpuPercent(line.node.view);
        return <UsagePercent percent={percent} title={formatCpu(millicores)} />;
      },
    },
    {
      id: 'memory',
      name: t('nodes.columns.memory'),
      widthPx: 104,
      kind: 'number',
      cell: (line) => {
        const { memoryBytes: usage } = usageOf(line);
        if (usage === null) return '–';
        const percent = line.kind === 'pod' ? podMemoryPercent(usage) : memoryPercent(line.node.view);
        return (
          <HistoryOnHover
            of={line.kind === 'pod' ? 'pods' : 'nodes'}
            uidOrName={line.kind === 'pod' ? line.view.pod.uid : line.node.view.node.name}
          >
            <UsagePercent percent={percent} title={`${Math.round(usage)} bytes`} />{' '}
            <span className={classes.amount}>{formatBinarySize(usage)}</span>
          </HistoryOnHover>
        );
      },
    },
    {
      id: 'actions',
      name: t('nodes.columns.actions'),
      widthPx: 78,
      isUnsorted: true,
      cell: (line) => {
        if (line.kind === 'node') {
          const { name } = line.node.view.node;
          return (
            <RowActions>
              <RowAction
                label={t('describe', { name })}
                icon={IconInfoCircle}
                onClick={() => describe({ kind: 'node', name })}
              />
            </RowActions>
          );
        }
        const { pod } = line.view;
        const nodeName = line.node.view.node.name;
        return (
          <RowActions>
            <RowAction label={t('pod.viewLogs', { name: pod.name })} icon={IconFileText} onClick={() => onLogs(pod)} />
            <RowAction
              label={t('nodes.terminatePod', { name: pod.name })}
              icon={IconPower}
              isDanger
              refusal={pod.pinned ? t('nodes.pinned', { why: pod.pinned }) : null}
              onClick={() => onTerminate({ nodeName, pod })}
            />
          </RowActions>
        );
      },
    },
  ];
  return (
    <LiveTable
      label={t('nodes.title')}
      columns={columns}
      ids={[...lines.keys()]}
      rowOf={(id) => lines.get(id)}
      sort={{ id: sort.key, desc: sort.descending }}
      onSort={(id) => {
        const key = id as NodeSort['key'];
        props.onSort({ key, descending: sort.key === key ? !sort.descending : !SORTED_AS_TEXT.has(key) });
      }}
      onKey={(key, line) => {
        if (line.kind === 'pod') {
          const { pod } = line.view;
          return handlePodKey(key, {
            describe: () => describe({ kind: 'pod', namespace: pod.namespace, name: pod.name }),
            logs: () => onLogs(pod),
            ...(pod.pinned ? {} : { remove: () => onTerminate({ nodeName: line.node.view.node.name, pod }) }),
          });
        }
        const { name } = line.node.view.node;
        const isToggled = key === 'Enter' || key === (line.isOpen ? 'ArrowLeft' : 'ArrowRight');
        if (isToggled) toggle(name);
        else if (key === 'd') describe({ kind: 'node', name });
        return isToggled || key === 'd';
      }}
      empty={null}
      resortKey={open}
    />
  );
}

/** Texts sort ascending first; figures highest first, which is what people look for. */
const SORTED_AS_TEXT: ReadonlySet<NodeSort['key']> = new Set(['name', 'status', 'role', 'version']);

/** Remaining cooldown of a node; counts down by itself, since a row is rendered only when it changes. */
function Cooling({ cooldowns, nodeName }: { cooldowns: Cooldowns; nodeName: string }) {
  const { t } = useTranslation('cluster');
  const leftMs = cooldownLeftMs(cooldowns, nodeName, useTick(COOLDOWN_REFRESH_MS));
  return leftMs > 0 && <div className={classes.cooling}>{t('nodes.cooling', { left: formatCountdown(leftMs) })}</div>;
}

const rowOf = (line: Line): NodeRow | PodRow => (line.kind === 'node' ? line.node.view.node : line.view.pod);
const usageOf = (line: Line): NodeView | PodView => (line.kind === 'node' ? line.node.view : line.view);

/** In kubectl's format; a start in the future is a clock error. */
const formatNodeAge = (createdAtMs: number, nowMs: number): string =>
  createdAtMs > 0 ? humanDuration(Math.max(0, nowMs - createdAtMs)) : '?d';

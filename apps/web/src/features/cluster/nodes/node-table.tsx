import { type Cooldowns, cooldownLeftMs } from '@switchyard/cluster-rules/memory-pressure';
import { podMemoryPercent } from '@switchyard/cluster-rules/usage';
import type { EngineSessionRow } from '@switchyard/contracts/cluster-rows';
import type { MonitoredNodeRow, MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
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
import { clockWords, cpuWords, memoryWords } from '../components/units.ts';
import { UsagePercent } from '../components/usage.tsx';
import type { NodeSort } from '../rules/node-filters.ts';
import { cpuPercent, memoryPercent, sortNodes } from './sort-nodes.ts';
import type { TerminateTarget } from './terminate-dialog.tsx';
import '../texts.ts';

interface NodeEntry {
  node: MonitoredNodeRow;
  pods: readonly MonitoredPodRow[];
}

/** A line of the table: a node, or a pod under its expanded node. */
type Line =
  | { kind: 'node'; entry: NodeEntry; isOpen: boolean }
  | { kind: 'pod'; nodeName: string; pod: MonitoredPodRow };

/** The sortable node table with expandable pod rows and a terminate action per pod (spec 001 section 2.3). */
export function NodeTable(props: {
  rows: readonly NodeEntry[];
  sessionsOf: (podName: string) => readonly EngineSessionRow[] | undefined;
  cooldowns: Cooldowns;
  sort: NodeSort;
  onSort: (sort: NodeSort) => void;
  /** Names of the nodes whose pods are shown. */
  open: readonly string[];
  onOpen: (open: readonly string[]) => void;
  onTerminate: (target: TerminateTarget) => void;
  onLogs: (pod: MonitoredPodRow) => void;
}) {
  const { t } = useTranslation('cluster');
  const { sort, open, cooldowns, onTerminate, onLogs } = props;
  const describe = useDescribe();

  const lines = useMemo(() => {
    const found = new Map<string, Line>();
    for (const entry of sortNodes(props.rows, sort)) {
      const isOpen = open.includes(entry.node.name);
      found.set(`node ${entry.node.name}`, { kind: 'node', entry, isOpen });
      if (!isOpen) continue;
      for (const pod of entry.pods) found.set(`pod ${pod.uid}`, { kind: 'pod', nodeName: entry.node.name, pod });
    }
    return found;
  }, [props.rows, sort, open]);
  const toggle = (name: string) =>
    props.onOpen(open.includes(name) ? open.filter((one) => one !== name) : [...open, name]);

  const columns: LiveColumn<Line>[] = [
    {
      id: 'name',
      name: t('nodes.columns.name'),
      widthPx: 216,
      kind: 'text',
      isSortable: true,
      cell: (line) =>
        line.kind === 'pod' ? (
          <div style={{ paddingInlineStart: 18 }}>
            <DescribeLink described={{ kind: 'pod', namespace: line.pod.namespace, name: line.pod.name }} />
          </div>
        ) : (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={line.isOpen}
            aria-label={t('optimizer.expand', { name: line.entry.node.name })}
            onClick={() => toggle(line.entry.node.name)}
          >
            {line.isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            <b title={line.entry.node.name}>{line.entry.node.name}</b>
          </button>
        ),
    },
    {
      id: 'status',
      name: t('nodes.columns.status'),
      widthPx: 190,
      isSortable: true,
      cell(line) {
        if (line.kind === 'pod') return <PodStatus status={line.pod.status} />;
        const { status, name } = line.entry.node;
        const leftMs = cooldownLeftMs(cooldowns, name, Date.now());
        return (
          <>
            {status.startsWith('Ready') ? (
              status
            ) : (
              <PodStatus status={status === 'NotReady' ? 'NodeNotReady' : status} />
            )}
            {leftMs > 0 && <div className={classes.cooling}>{t('nodes.cooling', { left: clockWords(leftMs) })}</div>}
          </>
        );
      },
    },
    {
      id: 'role',
      name: t('nodes.columns.role'),
      widthPx: 62,
      kind: 'text',
      isSortable: true,
      cell: (line) => of(line).role,
    },
    {
      id: 'taints',
      name: t('nodes.columns.taints'),
      widthPx: 58,
      kind: 'number',
      isSortable: true,
      cell: (line) => of(line).taints,
    },
    {
      id: 'version',
      name: t('nodes.columns.version'),
      widthPx: 68,
      kind: 'text',
      isSortable: true,
      cell: (line) => of(line).version || '–',
    },
    {
      id: 'pods',
      name: t('nodes.columns.pods'),
      widthPx: 84,
      isSortable: true,
      cell(line) {
        if (line.kind === 'node') return line.entry.pods.length;
        const sessions = props.sessionsOf(line.pod.name);
        return (
          <div className={classes.twoLines}>
            <div>{`${t('nodes.columns.restarts')} ${line.pod.restarts}`}</div>
            {sessions && (
              <div>
                {t('pod.sessions')} <PodEngineSessions podName={line.pod.name} sessions={sessions} />
              </div>
            )}
          </div>
        );
      },
    },
    { id: 'age', name: t('nodes.columns.age'), widthPx: 58, isSortable: true, cell: (line) => of(line).age },
    {
      id: 'cpu',
      name: t('nodes.columns.cpu'),
      widthPx: 54,
      kind: 'number',
      isSortable: true,
      cell: (line) => {
        const { metrics } = of(line);
        if (metrics.cpu.usage === null) return '–';
        return <UsagePercent percent={cpuPercent(metrics)} title={cpuWords(metrics.cpu.usage)} />;
      },
    },
    {
      id: 'memory',
      name: t('nodes.columns.memory'),
      widthPx: 104,
      kind: 'number',
      isSortable: true,
      cell: (line) => {
        const { metrics } = of(line);
        const { usage } = metrics.memory;
        if (usage === null) return '–';
        const percent = line.kind === 'pod' ? podMemoryPercent(usage) : memoryPercent(metrics);
        return (
          <>
            <UsagePercent percent={percent} title={`${Math.round(usage)} bytes`} />{' '}
            <span className={classes.amount}>{memoryWords(usage)}</span>
          </>
        );
      },
    },
    {
      id: 'actions',
      name: t('nodes.columns.actions'),
      widthPx: 78,
      cell: (line) => {
        if (line.kind === 'node') {
          const { name } = line.entry.node;
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
        const { pod, nodeName } = line;
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
      onSort={(id) =>
        props.onSort({ key: id as NodeSort['key'], descending: sort.key === id ? !sort.descending : true })
      }
      empty={null}
      holdKey={open}
    />
  );
}

const of = (line: Line): MonitoredNodeRow | MonitoredPodRow => (line.kind === 'node' ? line.entry.node : line.pod);

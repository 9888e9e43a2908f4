import type { Known } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { DescribeLink } from '../address/describe-link.tsx';
import { PodEngineSessions } from '../address/pod-engine-sessions.tsx';
import { Age } from '../components/age.tsx';
import classes from '../components/console.module.css';
import type { LiveColumn } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { formatCpu } from '../components/units.ts';
import { PodMemory } from '../components/usage.tsx';
import type { PodView } from '../feed/cluster-store.ts';
import { HistoryOnHover } from '../history/history-on-hover.tsx';

/**
 * The pod table's columns (spec 001 section 2.1): Sessions, Pod ID, Pod Name, Status, Memory, CPU (Pod Health only),
 * App, Namespace, Deployment (node view only), Node (Pod Health only), Actions; and our own before these: Restarts,
 * Age. All of them sort.
 */
export function podColumns(
  view: 'node' | 'health',
  t: TFunction<'cluster'>,
  byPod: Known<ReadonlyMap<string, readonly EngineSessionRow[]>>,
  actions: (pod: PodRow) => ReactNode,
): LiveColumn<PodView>[] {
  const isHealth = view === 'health';
  const columns: (LiveColumn<PodView> | null)[] = [
    {
      id: 'sessions',
      name: t('pod.sessions'),
      widthPx: 74,
      kind: 'number',
      cell({ pod }) {
        if (!byPod.isKnown) return <span title={byPod.why}>–</span>;
        const sessions = byPod.value.get(pod.name);
        return sessions ? <PodEngineSessions podName={pod.name} sessions={sessions} /> : 0;
      },
    },
    {
      id: 'id',
      name: t('pod.id'),
      widthPx: 60,
      kind: 'ending',
      cell: ({ pod }) => <Id text={pod.podId || pod.uid} />,
    },
    {
      id: 'name',
      name: t('pod.name'),
      widthPx: isHealth ? 110 : 126,
      kind: 'text',
      cell: ({ pod }) => <DescribeLink described={{ kind: 'pod', namespace: pod.namespace, name: pod.name }} />,
    },
    {
      id: 'status',
      name: t('pod.status'),
      widthPx: 192,
      cell: ({ pod }) => <PodStatus status={pod.status} />,
    },
    {
      id: 'memory',
      name: t('pod.memory'),
      widthPx: 76,
      kind: 'number',
      cell: ({ pod, memoryBytes }) => (
        <HistoryOnHover of="pods" uidOrName={pod.uid}>
          <PodMemory bytes={memoryBytes} />
        </HistoryOnHover>
      ),
    },
    isHealth
      ? {
          id: 'cpu',
          name: t('pod.cpu'),
          widthPx: 52,
          kind: 'number',
          cell: ({ millicores }) => (millicores === null ? '–' : formatCpu(millicores)),
        }
      : null,
    { id: 'app', name: t('pod.app'), widthPx: 56, kind: 'text', cell: ({ pod }) => pod.app || '–' },
    {
      id: 'namespace',
      name: t('pod.namespace'),
      widthPx: 76,
      kind: 'text',
      cell: ({ pod }) => pod.namespace,
    },
    isHealth
      ? null
      : {
          id: 'deployment',
          name: t('pod.deployment'),
          widthPx: 96,
          kind: 'ending',
          cell: ({ pod }) => pod.owner.split('/').at(-1) || pod.instance || '–',
        },
    isHealth
      ? {
          id: 'node',
          name: t('pod.node'),
          widthPx: 76,
          kind: 'ending',
          cell: ({ pod }) => pod.nodeName || '–',
        }
      : null,
    {
      id: 'restarts',
      name: t('pod.restarts'),
      widthPx: 62,
      kind: 'number',
      cell: ({ pod }) => pod.restarts,
    },
    {
      id: 'age',
      name: t('pod.age'),
      widthPx: 60,
      kind: 'number',
      cell: ({ pod }) => <Age createdAtMs={pod.createdAtMs} />,
    },
    { id: 'actions', name: t('pod.actions'), widthPx: 78, isUnsorted: true, cell: ({ pod }) => actions(pod) },
  ];
  return columns.filter((column) => column !== null);
}

function Id({ text }: { text: string }) {
  return (
    <span className={classes.id} title={text}>
      {text}
    </span>
  );
}

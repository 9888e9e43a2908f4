import { ActionIcon, Alert, Button, Group, MultiSelect, Select, Switch, Text, TextInput } from '@mantine/core';
import type { GatewayPod } from '@switchyard/contracts/cluster';
import { IconHistory, IconInfoCircle, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError, toastInfo } from '../../../components/toasts.ts';
import classes from '../components/console.module.css';
import { FeedBadge } from '../components/feed-badge.tsx';
import { type LiveColumn, LiveTable } from '../components/live-table.tsx';
import { PodStatus } from '../components/pod-status.tsx';
import { useDeletePod } from '../components/use-delete-pod.ts';
import { useTick } from '../components/use-tick.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { secondsLeft } from '../rules/countdowns.ts';
import { deletionBatch } from '../rules/deletion.ts';
import { autoDeleteFailed, filteredDeleteFailed, prepareFailed, WORDS } from '../rules/messages.ts';
import { SESSION_STATUSES, userNameOf } from '../rules/sessions.ts';
import { changesPerMinute, isChangeRateWarning, recentChanges } from '../rules/status-windows.ts';
import { useTabLeader } from '../tabs/use-tab-leader.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { asDeletable, filterPods, NO_GATEWAY_FILTERS } from './gateway-filters.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { PodDrawer } from './pod-drawer.tsx';
import { SessionOverview } from './session-overview.tsx';
import { useGateway } from './use-gateway.ts';
import { useStatusHistory } from './use-status-history.ts';
import '../texts.ts';

const POD_STATUSES = [
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
];

/** /k8s-analyzer: the Gateway Pods Status console (spec 001 section 2.2). */
export function GatewayPage() {
  const { t } = useTranslation('cluster');
  const leader = useTabLeader('switchyard-gateway-console');
  const history = useStatusHistory(leader.ref);
  const deletion = useDeletePod();
  const [filters, setFilters] = useState(NO_GATEWAY_FILTERS);
  const [detailed, setDetailed] = useState<string | null>(null);
  const [logged, setLogged] = useState<GatewayPod | null>(null);
  const [deleted, setDeleted] = useState<readonly GatewayPod[] | null>(null);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);

  const deleteAll = async (pods: readonly GatewayPod[], cause: 'manual' | 'auto-delete') => {
    const failures: string[] = [];
    for (const pod of pods) {
      await deletion(pod, cause).catch((error: Error) => failures.push(error.message));
    }
    if (failures.length > 0) throw new Error(failures[0]);
  };
  const candidatesOf = (pods: readonly GatewayPod[]) =>
    deletionBatch(pods.map((pod) => ({ ...asDeletable(pod), pod }))).map((one) => one.pod);
  const gateway = useGateway(
    (status) => history.observe(status.pods),
    async (pods) => {
      const batch = candidatesOf(pods);
      if (batch.length === 0) return;
      try {
        await deleteAll(batch, 'auto-delete');
        toast(t('gateway.deleted', { count: batch.length }));
      } catch (error) {
        toastError(autoDeleteFailed((error as Error).message));
      }
    },
    leader.ref,
  );
  const { status } = gateway;
  const pods = status?.pods ?? [];
  const shown = useMemo(() => filterPods(status?.pods ?? [], filters), [status, filters]);
  const byUid = useMemo(() => new Map(shown.map((pod) => [pod.uid, pod])), [shown]);
  const candidates = pods.filter((pod) => deletionBatch([asDeletable(pod)]).length > 0);
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_GATEWAY_FILTERS);

  const prepareDeletion = async () => {
    const fresh = await gateway.refresh();
    if (!fresh) return toastError(prepareFailed(gateway.failure ?? undefined));
    const batch = candidatesOf(filterPods(fresh.pods, filters));
    if (batch.length === 0) toastInfo(WORDS.nothingToDelete);
    else setDeleted(batch);
  };
  const runDeletion = async (batch: readonly GatewayPod[]) => {
    try {
      await deleteAll(batch, 'manual');
    } catch (error) {
      const { message } = error as Error;
      const words = batch.length === 1 ? message : filteredDeleteFailed(message);
      toastError(words);
      throw new Error(words);
    } finally {
      void gateway.refresh();
    }
  };

  const actions = useCallback(
    (pod: GatewayPod) => (
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('gateway.viewDetails', { name: pod.name })}
          onClick={() => setDetailed(pod.uid)}
        >
          <IconInfoCircle size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('pod.delete', { name: pod.name })}
          onClick={() => setDeleted([pod])}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      </Group>
    ),
    [t],
  );
  const columns: LiveColumn<GatewayPod>[] = useMemo(
    () => [
      { id: 'name', name: t('gateway.columns.name'), cell: (pod) => <span title={pod.name}>{pod.name}</span> },
      { id: 'status', name: t('gateway.columns.status'), cell: (pod) => <PodStatus status={pod.statusString} /> },
      { id: 'ready', name: t('gateway.columns.ready'), cell: (pod) => pod.readyState },
      { id: 'version', name: t('gateway.columns.version'), cell: (pod) => pod.version || '–' },
      {
        id: 'containers',
        name: t('gateway.columns.containers'),
        cell: (pod) => pod.containerStatuses.map((one) => `${one.name}: ${one.reason ?? one.state}`).join(', ') || '–',
      },
      {
        id: 'sessions',
        name: t('gateway.columns.sessions'),
        cell: (pod) => pod.sessions.map((one) => userNameOf(one.user) || one._id).join(', ') || '0',
      },
      { id: 'actions', name: t('gateway.columns.actions'), cell: actions },
    ],
    [t, actions],
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={t('gateway.title')}
        count={status ? pods.length : undefined}
        actions={
          <FeedBadge
            pods={status?.feed.pods ?? null}
            metrics={null}
            serverNowMs={(now) => now}
            failure={gateway.failure}
            heardAtMs={gateway.readAtMs}
          />
        }
      />
      <Toolbar
        gateway={gateway}
        isLeader={leader.isLeader}
        history={history}
        onHistory={() => setIsHistoryOpen(true)}
        onDelete={() => void prepareDeletion()}
      />
      {gateway.failure && (
        <Alert color="red" role="alert">
          {gateway.failure}
        </Alert>
      )}
      {status && <SessionOverview status={status} />}
      <div className={classes.filters}>
        <TextInput
          label={t('gateway.podName')}
          value={filters.podName}
          onChange={(event) => setFilters({ ...filters, podName: event.currentTarget.value })}
        />
        <MultiSelect
          label={t('gateway.podStatus')}
          data={[...new Set([...POD_STATUSES, ...pods.map((pod) => pod.statusString)])]}
          value={[...filters.podStatuses]}
          onChange={(podStatuses) => setFilters({ ...filters, podStatuses })}
          clearable
          searchable
        />
        <Select
          label={t('gateway.sessionStatus')}
          data={[...SESSION_STATUSES]}
          value={filters.sessionStatus}
          onChange={(sessionStatus) => setFilters({ ...filters, sessionStatus })}
          clearable
        />
        <TextInput
          label={t('gateway.user')}
          value={filters.user}
          onChange={(event) => setFilters({ ...filters, user: event.currentTarget.value })}
        />
        <Switch
          label={t('gateway.candidates')}
          checked={filters.candidatesOnly}
          onChange={(event) => setFilters({ ...filters, candidatesOnly: event.currentTarget.checked })}
          mb={8}
        />
      </div>
      {status && pods.length === 0 ? (
        <Alert color="yellow">
          {WORDS.noPods} {t('gateway.permission')}
        </Alert>
      ) : (
        <LiveTable
          label={t('gateway.title')}
          columns={columns}
          ids={shown.map((pod) => pod.uid)}
          rowOf={(uid) => byUid.get(uid)}
          empty={
            <Text>
              {filters.candidatesOnly
                ? WORDS.noCandidates
                : isFiltered
                  ? WORDS.noMatches
                  : status
                    ? WORDS.noPods
                    : t('gateway.refreshing')}
            </Text>
          }
        />
      )}
      <PodDrawer
        pod={pods.find((pod) => pod.uid === detailed) ?? null}
        onClose={() => setDetailed(null)}
        onLogs={setLogged}
      />
      <HistoryDrawer history={history} isOpen={isHistoryOpen} onClose={() => setIsHistoryOpen(false)} />
      <PodLogDialog
        pod={logged && { ...logged, containers: logged.containerStatuses.map((one) => one.name) }}
        onClose={() => setLogged(null)}
      />
      <ConfirmDeletion
        pods={deleted}
        candidates={candidates.length}
        onDelete={runDeletion}
        onClose={() => setDeleted(null)}
      />
    </div>
  );
}

function Toolbar(props: {
  gateway: ReturnType<typeof useGateway>;
  isLeader: boolean;
  history: ReturnType<typeof useStatusHistory>;
  onHistory: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { gateway, history } = props;
  const now = useTick(250);
  const refreshSeconds = secondsLeft(gateway.refreshCountdown, now);
  const deleteSeconds = secondsLeft(gateway.deleteCountdown, now);
  const recent = recentChanges(history.changes, history.windowMinutes, now).length;
  const isBusy = isChangeRateWarning(changesPerMinute(history.changes, history.windowMinutes, now));
  const { phase } = gateway.deleteCountdown;
  return (
    <Group gap="md">
      <Switch
        label={t('gateway.autoRefresh')}
        checked={gateway.refreshCountdown.phase !== 'off'}
        onChange={gateway.toggleRefresh}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} />}
        onClick={() => void gateway.refresh()}
      >
        {gateway.isLoading
          ? t('gateway.refreshing')
          : refreshSeconds === null
            ? t('gateway.refresh')
            : t('gateway.refreshIn', { seconds: refreshSeconds })}
      </Button>
      <Switch label={t('gateway.autoDelete')} color="red" checked={phase !== 'off'} onChange={gateway.toggleDelete} />
      {phase !== 'off' && (
        <Button variant="light" color="red" size="xs" onClick={gateway.deleteNow} title={t('gateway.deleteNow')}>
          {phase === 'counting'
            ? t('gateway.deleteIn', { seconds: deleteSeconds ?? 0 })
            : phase === 'waiting'
              ? t('gateway.deleteWaiting', { seconds: deleteSeconds ?? 0 })
              : phase === 'refreshing'
                ? t('gateway.refreshing')
                : t('gateway.deleting')}
        </Button>
      )}
      {phase !== 'off' && !props.isLeader && (
        <Text size="xs" c="dimmed">
          {t('gateway.otherTab')}
        </Text>
      )}
      <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
        {t('gateway.deleteCandidates')}
      </Button>
      <Button
        variant={isBusy ? 'light' : 'default'}
        color={isBusy ? 'yellow' : 'gray'}
        size="xs"
        leftSection={<IconHistory size={16} />}
        rightSection={<span className={classes.number}>{recent}</span>}
        onClick={props.onHistory}
      >
        {t('gateway.history')}
      </Button>
    </Group>
  );
}

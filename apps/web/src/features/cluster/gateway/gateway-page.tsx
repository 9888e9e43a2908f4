import { Alert, Button, Group, Text } from '@mantine/core';
import { MAX_PODS_PER_DELETION } from '@switchyard/cluster-rules/deletion';
import { isInReach } from '@switchyard/cluster-rules/rule-reach';
import { IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Deferred } from '../../../components/deferred.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError, toastInfo } from '../../../components/toasts.ts';
import { useDescribe } from '../address/use-described.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { useOwnNamespace } from '../automation/use-own-namespace.ts';
import { useServerRule } from '../automation/use-server-rule.ts';
import { shownSessionIds } from '../components/affected-sessions.tsx';
import { FeedBadge } from '../components/feed-badge.tsx';
import { LiveTable } from '../components/live-table.tsx';
import { TableSkeleton } from '../components/table-skeleton.tsx';
import { useDeletePod } from '../components/use-delete-pod.ts';
import { DescribedPanel } from '../describe/described-panel.tsx';
import { FleetMenu, FleetProgress } from '../fleet/fleet-menu.tsx';
import { useFleet } from '../fleet/use-fleet.ts';
import { ConsoleKeys } from '../keyboard/console-keys.tsx';
import { handlePodKey } from '../keyboard/row-key.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { BulkDeletionFailed } from '../rules/bulk-failures.ts';
import { failed, reasonOf } from '../rules/error-texts.ts';
import { isTroubled } from '../rules/pod-severity.ts';
import { nextPodSort, sortPods } from '../rules/pod-sort.ts';
import { useTabLeader } from '../tabs/use-tab-leader.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { EngineSessionOverview } from './engine-session-overview.tsx';
import { gatewayAddress } from './gateway-address.ts';
import { GatewayFilterBar } from './gateway-filter-bar.tsx';
import { countFilters, filterPods, isCandidate } from './gateway-filters.ts';
import type { GatewayPodView } from './gateway-pods.ts';
import { GatewayToolbar } from './gateway-toolbar.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { PodDrawer } from './pod-drawer.tsx';
import { useAutoDelete } from './use-auto-delete.ts';
import { useBulkDeletion } from './use-bulk-deletion.ts';
import { useGateway } from './use-gateway.ts';
import { useGatewayColumns } from './use-gateway-columns.tsx';
import { useStatusHistory } from './use-status-history.ts';
import '../texts.ts';

/** /k8s-analyzer: the Gateway Pods Status console (spec 001 section 2.2). */
export function GatewayPage() {
  const { t } = useTranslation('cluster');
  const { state, choose, type } = useScreenState(gatewayAddress);
  const leader = useTabLeader('switchyard-gateway-console');
  const history = useStatusHistory(leader.ref);
  const describe = useDescribe();
  const deleteOne = useDeletePod();
  const deleteMany = useBulkDeletion();
  const [logged, setLogged] = useState<GatewayPodView | null>(null);
  const [requested, setRequested] = useState<DeletionRequest | null>(null);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);

  const gateway = useGateway(history.observe);
  const { store, sessions } = gateway;
  const own = useOwnNamespace();
  const deleteCandidates = async (found: readonly GatewayPodView[]) => {
    const batch = batchOf(found.filter(({ pod }) => isInReach(pod, own)));
    if (batch.length === 0) return;
    try {
      await deleteMany(batch, 'auto-delete');
      toast(t('gateway.deleted', { count: batch.length }));
    } catch (error) {
      toastError(failed('autoDeleteFailed', error));
    }
  };
  const serverRule = useServerRule('auto-delete');
  const fleet = useFleet(store);
  const autoDelete = useAutoDelete(gateway, deleteCandidates, leader, serverRule.acts);
  const pods = gateway.pods ?? NO_PODS;
  const skipped = useMemo(
    () => (own ? pods.filter((pod) => isCandidate(pod) && !isInReach(pod.pod, own)).length : 0),
    [pods, own],
  );
  const shown = useMemo(() => sortPods(filterPods(pods, state), state.sort, sessionCount), [pods, state]);
  const deletable = useMemo(() => filterPods(pods, { ...state, candidatesOnly: true }).length, [pods, state]);
  const isAllWell = useMemo(() => pods.length > 0 && !pods.some(({ pod }) => isTroubled(pod)), [pods]);
  const byUid = useMemo(() => new Map(shown.map((view) => [view.pod.uid, view])), [shown]);
  // Keeps its identity while the statuses are the same, so that the filters do not re-render with every change.
  const statusKey = [...new Set(pods.map(({ pod }) => pod.status))].sort().join();
  const statuses = useMemo(() => statusKey.split(',').filter(Boolean), [statusKey]);
  const ids = useMemo(() => shown.map(({ pod }) => pod.uid), [shown]);
  const opened = pods.find(({ pod }) => pod.uid === state.pod) ?? null;

  const prepareDeletion = async () => {
    const fresh = await gateway.refresh();
    if (!fresh.pods) return toastError(failed('prepareFailed', fresh.error));
    if (!sessions.store.state.byPod.isKnown) return toastError(failed('prepareFailed', sessions.store.state.byPod.why));
    const found = filterPods(fresh.pods, { ...state, candidatesOnly: true });
    if (found.length === 0) toastInfo(t('errors.nothingToDelete'));
    else setRequested({ pods: batchOf(found), isBulk: true, candidates: found.length });
  };
  const runDeletion = async (batch: readonly GatewayPodView[], onProgress: (done: number) => void) => {
    const [only] = batch;
    const isBulk = requested?.isBulk ?? false;
    try {
      if (only && !isBulk)
        await deleteOne(only.pod, { cause: 'manual', shownSessions: shownSessionIds(only.sessions) });
      else {
        await deleteMany(batch, 'manual', onProgress);
        toast(t('gateway.deleted', { count: batch.length }));
      }
    } catch (error) {
      const text = isBulk ? failed('filteredDeleteFailed', error) : reasonOf(error);
      // Keep in the dialog what could be tried again.
      if (error instanceof BulkDeletionFailed) {
        const left = new Set(error.failures.map((failure) => failure.podName));
        setRequested((before) => before && { ...before, pods: batch.filter(({ pod }) => left.has(pod.name)) });
      }
      toastError(text);
      throw new Error(text);
    } finally {
      void gateway.refresh();
    }
  };
  const columns = useGatewayColumns(
    useCallback(({ pod }: GatewayPodView) => choose({ pod: pod.uid }), [choose]),
    useCallback((pod: GatewayPodView) => setRequested({ pods: [pod], isBulk: false, candidates: 1 }), []),
  );

  return (
    <PageFrame gapPx={12}>
      <PageHeader
        title={t('gateway.title')}
        count={gateway.pods?.length}
        actions={
          <>
            <FeedBadge
              feed={store.feed}
              hasUsage={false}
              serverNowMs={(now) => store.serverNowMs(now)}
              failure={gateway.failure}
              lastMessageAtMs={store.lastMessageAtMs}
            />
            {fleet && <FleetMenu control={fleet} />}
            <ConsoleKeys />
          </>
        }
      />
      {fleet?.change && <FleetProgress store={store} change={fleet.change} onEnd={fleet.end} />}
      <GatewayToolbar
        gateway={gateway}
        autoDelete={autoDelete}
        serverRule={serverRule}
        skippedNote={own && skipped > 0 ? t('automation.leftAlone', { count: skipped, namespace: own }) : null}
        passiveReason={leader.passiveReason}
        history={history}
        onHistory={() => setIsHistoryOpen(true)}
      />
      {gateway.failure && (
        <Alert color="red" role="alert">
          {gateway.failure}
        </Alert>
      )}
      {/* Its size depends on the data: what is below appears together with it. */}
      <Deferred when={gateway.pods !== null || gateway.failure !== null} fallback={<TableSkeleton />}>
        {gateway.pods && (
          <EngineSessionOverview
            pods={pods}
            sessions={sessions}
            store={store}
            statuses={state.podStatuses}
            onChoose={choose}
          />
        )}
        <Group gap="xs" wrap="nowrap">
          <GatewayFilterBar filters={state} statuses={statuses} onChoose={choose} onType={type} />
          {(deletable > 0 || state.candidatesOnly) && (
            <Button
              variant="default"
              flex="none"
              leftSection={<IconTrash size={16} />}
              onClick={() => void prepareDeletion()}
            >
              {t('gateway.deleteCandidates', { count: deletable })}
            </Button>
          )}
        </Group>
        {gateway.pods?.length === 0 ? (
          <Alert color="yellow">
            {t('errors.noPods')} {t('gateway.permission')}
          </Alert>
        ) : (
          <LiveTable
            label={t('gateway.title')}
            columns={columns}
            ids={ids}
            rowOf={(uid) => byUid.get(uid)}
            sort={state.sort}
            onKey={(key, view) =>
              handlePodKey(key, {
                describe: () => describe({ kind: 'pod', namespace: view.pod.namespace, name: view.pod.name }),
                logs: () => setLogged(view),
                remove: () => setRequested({ pods: [view], isBulk: false, candidates: 1 }),
              })
            }
            onSort={(id) => choose({ sort: nextPodSort(state.sort, id) })}
            empty={
              <Text>
                {state.candidatesOnly
                  ? t('errors.noCandidates')
                  : countFilters(state) > 0
                    ? t('errors.noMatches')
                    : gateway.pods || gateway.failure
                      ? t('errors.noPods')
                      : t('gateway.refreshing')}
              </Text>
            }
            resortKey={state}
          />
        )}
        {isAllWell && <LatestChanges changes={history.changes} />}
      </Deferred>
      {/* Invisible until requested. */}
      <Deferred fallback={null}>
        <PodDrawer
          view={opened}
          machineType={store.node(opened?.pod.nodeName ?? '')?.node.machineType ?? ''}
          onClose={() => choose({ pod: '' })}
          onLogs={setLogged}
        />
        <HistoryDrawer history={history} isOpen={isHistoryOpen} onClose={() => setIsHistoryOpen(false)} />
        <PodLogDialog
          pod={logged && { ...logged.pod, containers: logged.pod.containers.map((container) => container.name) }}
          onClose={() => setLogged(null)}
        />
        <ConfirmDeletion
          pods={requested?.pods ?? null}
          candidates={requested?.candidates ?? 0}
          onDelete={runDeletion}
          onClose={() => setRequested(null)}
        />
        <DescribedPanel />
      </Deferred>
    </PageFrame>
  );
}

const sessionCount = ({ sessions }: GatewayPodView) => (sessions.isKnown ? sessions.value.length : 0);

const NO_PODS: readonly GatewayPodView[] = [];

interface DeletionRequest {
  pods: readonly GatewayPodView[];
  /** All candidates that match the filters, rather than one chosen pod. */
  isBulk: boolean;
  /** Total number of candidates. */
  candidates: number;
}

/** The candidates that one bulk deletion takes. */
const batchOf = (pods: readonly GatewayPodView[]) => pods.filter(isCandidate).slice(0, MAX_PODS_PER_DELETION);

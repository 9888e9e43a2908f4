import { Alert, Text } from '@mantine/core';
import { deletionBatch } from '@switchyard/cluster-rules/deletion';
import type { GatewayPod } from '@switchyard/contracts/gateway-status';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Later } from '../../../components/later.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast, toastError, toastInfo } from '../../../components/toasts.ts';
import { useScreenState } from '../address/use-screen-state.ts';
import { FeedBadge } from '../components/feed-badge.tsx';
import { LiveTable } from '../components/live-table.tsx';
import { TableSkeleton } from '../components/table-skeleton.tsx';
import { useDeletePod } from '../components/use-delete-pod.ts';
import { DescribedPanel } from '../describe/described-panel.tsx';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { BulkDeletionFailed } from '../rules/bulk-failures.ts';
import { failed } from '../rules/error-words.ts';
import { useTabLeader } from '../tabs/use-tab-leader.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { EngineSessionOverview } from './engine-session-overview.tsx';
import { gatewayAddress } from './gateway-address.ts';
import { GatewayFilterBar } from './gateway-filter-bar.tsx';
import { asDeletable, filterPods, isFiltering } from './gateway-filters.ts';
import { GatewayToolbar } from './gateway-toolbar.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
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
  const deleteOne = useDeletePod();
  const deleteMany = useBulkDeletion();
  const [logged, setLogged] = useState<GatewayPod | null>(null);
  const [deleted, setDeleted] = useState<readonly GatewayPod[] | null>(null);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);

  const gateway = useGateway((read) => history.observe(read.pods));
  const deleteCandidates = async (found: readonly GatewayPod[]) => {
    const batch = batchOf(found);
    if (batch.length === 0) return;
    try {
      await deleteMany(batch, 'auto-delete');
      toast(t('gateway.deleted', { count: batch.length }));
    } catch (error) {
      toastError(failed('autoDeleteFailed', (error as Error).message));
    }
  };
  const autoDelete = useAutoDelete(gateway.refresh, deleteCandidates, leader.ref);
  const { status } = gateway;
  const pods = useMemo(() => status?.pods ?? [], [status]);
  const shown = useMemo(() => filterPods(pods, state), [pods, state]);
  const byUid = useMemo(() => new Map(shown.map((pod) => [pod.uid, pod])), [shown]);
  const candidates = useMemo(() => pods.filter((pod) => deletionBatch([asDeletable(pod)]).length > 0), [pods]);
  const statuses = useMemo(() => [...new Set(pods.map((pod) => pod.statusString))], [pods]);

  const prepareDeletion = async () => {
    const fresh = await gateway.refresh();
    if (!fresh.status) return toastError(failed('prepareFailed', fresh.error?.message));
    const batch = batchOf(filterPods(fresh.status.pods, state));
    if (batch.length === 0) toastInfo(t('errors.nothingToDelete'));
    else setDeleted(batch);
  };
  const runDeletion = async (batch: readonly GatewayPod[], onProgress: (done: number) => void) => {
    const [only] = batch;
    try {
      if (only && batch.length === 1) await deleteOne(only, 'manual');
      else {
        await deleteMany(batch, 'manual', onProgress);
        toast(t('gateway.deleted', { count: batch.length }));
      }
    } catch (error) {
      const { message } = error as Error;
      const words = batch.length === 1 ? message : failed('filteredDeleteFailed', message);
      // What is left in the dialog is what could be tried again.
      if (error instanceof BulkDeletionFailed) {
        const left = new Set(error.failures.map((one) => one.podName));
        setDeleted(batch.filter((pod) => left.has(pod.name)));
      }
      toastError(words);
      throw new Error(words);
    } finally {
      void gateway.refresh();
    }
  };
  const columns = useGatewayColumns(
    useCallback((pod: GatewayPod) => choose({ pod: pod.uid }), [choose]),
    useCallback((pod: GatewayPod) => setDeleted([pod]), []),
  );

  return (
    <PageFrame>
      <PageHeader
        title={t('gateway.title')}
        count={status ? pods.length : undefined}
        actions={
          <FeedBadge
            feed={status?.feed ?? null}
            hasUsage={false}
            serverNowMs={(now) => now}
            failure={gateway.failure}
            heardAtMs={gateway.readAtMs}
          />
        }
      />
      <GatewayToolbar
        gateway={gateway}
        autoDelete={autoDelete}
        onlyShows={leader.onlyShows}
        history={history}
        onHistory={() => setIsHistoryOpen(true)}
        onDelete={() => void prepareDeletion()}
      />
      {gateway.failure && (
        <Alert color="red" role="alert">
          {gateway.failure}
        </Alert>
      )}
      {/* Its size is that of what was read: what is below it comes with it. */}
      <Later when={status !== null || gateway.failure !== null} instead={<TableSkeleton />}>
        {status && <EngineSessionOverview status={status} />}
        <GatewayFilterBar filters={state} statuses={statuses} onChoose={choose} onType={type} />
        {status && pods.length === 0 ? (
          <Alert color="yellow">
            {t('errors.noPods')} {t('gateway.permission')}
          </Alert>
        ) : (
          <LiveTable
            label={t('gateway.title')}
            columns={columns}
            ids={shown.map((pod) => pod.uid)}
            rowOf={(uid) => byUid.get(uid)}
            empty={
              <Text>
                {state.candidatesOnly
                  ? t('errors.noCandidates')
                  : isFiltering(state)
                    ? t('errors.noMatches')
                    : status || gateway.failure
                      ? t('errors.noPods')
                      : t('gateway.refreshing')}
              </Text>
            }
            holdKey={state}
          />
        )}
      </Later>
      <PodDrawer
        pod={pods.find((pod) => pod.uid === state.pod) ?? null}
        onClose={() => choose({ pod: '' })}
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
      <DescribedPanel />
    </PageFrame>
  );
}

/** The pods that one deletion of candidates takes. */
const batchOf = (pods: readonly GatewayPod[]) =>
  deletionBatch(pods.map((pod) => ({ ...asDeletable(pod), pod }))).map((one) => one.pod);

import { Alert } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engines/lifecycle';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCreateEngine } from '../api/create-engine.ts';
import { useRestartEngine } from '../api/restart-engine.ts';
import { type CreateVerdict, createVerdict, type EngineRow, toEngineRow, verdictFromError } from '../engine-row.ts';
import { UnpairDialog } from '../extension/unpair-dialog.tsx';
import { PairingDialog } from '../pairing/pairing-dialog.tsx';
import '../texts.ts';
import { CreateButton } from './create-button.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { engineColumns } from './engine-columns.tsx';
import { EngineCounters } from './engine-counters.tsx';
import { EngineTypes } from './engine-types.tsx';
import classes from './engines-page.module.css';
import { LogOutDialog } from './log-out-dialog.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PlanDialog } from './plan-dialogs.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SimulatedPhoneLink } from './simulated-phone-link.tsx';

const STARTING_REFETCH_INTERVAL_MS = 15_000;

/** `/engines`: all WhatsApp connections of the workspace, live (spec 000 section 2.6). */
export function EnginesPage() {
  const { t } = useTranslation('engines');
  const me = useMe();
  const isNarrow = useIsNarrow();
  const engines = useQuery({
    ...enginesQuery,
    refetchInterval: ({ state }) => refetchIntervalMs(state.data?.data ?? []),
  });
  const [verdict, setVerdict] = useState<CreateVerdict | null>(null);
  const [connectingId, setConnectingId] = useState<string | null>(null);
  const [removing, setRemoving] = useState<EngineRow | null>(null);
  const [loggingOut, setLoggingOut] = useState<EngineRow | null>(null);
  const [unpairing, setUnpairing] = useState<EngineRow | null>(null);
  const [creating, setCreating] = useState<OfferedDriver | null>(null);
  const create = useCreateEngine();
  const restart = useRestartEngine();

  const rows = useMemo(() => engines.data?.data.map(toEngineRow) ?? null, [engines.data]);
  const fault =
    (creating ? null : errorText(create.error, 'createEngineError')) ?? errorText(restart.error, 'restartEngineError');

  const createEngine = async (driver: OfferedDriver | null, pace?: EnginePace) => {
    try {
      const engine = await create.mutateAsync({ ...(driver && { driver: driver.name }), ...(pace && { pace }) });
      setCreating(null);
      setConnectingId(engine._id);
    } catch (error) {
      const refusedVerdict = verdictFromError(error);
      setVerdict(refusedVerdict);
      if (refusedVerdict) setCreating(null);
      throw error;
    }
  };
  const startCreating = (driver: OfferedDriver | null) => {
    const newVerdict = createVerdict(rows ?? [], me.allowedEngineCount);
    create.reset();
    if (newVerdict.kind !== 'create') setVerdict(newVerdict);
    // An account that WhatsApp cannot restrict needs no limits and no dialog.
    else if (driver && hasLimits(driver.pace)) setCreating(driver);
    else createEngine(driver).catch(() => {});
  };
  const columns = useMemo(
    () =>
      engineColumns(
        t,
        {
          connect: (row) => setConnectingId(row.id),
          restart: (row) => restart.mutate(row.id, { onSuccess: () => toast(t('done.restarted', { name: row.name })) }),
          remove: setRemoving,
          logOut: setLoggingOut,
          unpair: me.supportMode ? null : setUnpairing,
          restartingId: restart.isPending ? restart.variables : null,
        },
        isNarrow,
      ),
    [t, restart.mutate, restart.isPending, restart.variables, isNarrow, me.supportMode],
  );

  const createButton = (
    <CreateButton isBusy={create.isPending} isDisabled={rows === null || me.supportMode} onCreate={startCreating} />
  );
  return (
    <PageFrame widthPx={1280} gapPx={20}>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <SimulatedPhoneLink />
            {createButton}
          </>
        }
      />
      <Hint className={classes.lead}>{t('description')}</Hint>
      <OfflineBanner />
      {fault && (
        <Alert color="red" title={t(fault.key)} withCloseButton onClose={() => [create.reset(), restart.reset()]}>
          {fault.reason}
        </Alert>
      )}
      <EngineCounters rows={rows} />
      <Card as="div" className={classes.table}>
        <DataTable
          label={t('title')}
          name={isNarrow ? 'engines-narrow' : 'engines'}
          columns={columns}
          rows={rows ?? []}
          rowId={(row) => row.id}
          isLoading={engines.isPending}
          empty={
            engines.isError ? (
              <ErrorState
                title={t('errorLoadingEngines')}
                error={engines.error}
                onRetry={() => void engines.refetch()}
              />
            ) : (
              <EmptyState
                icon={IconPlugConnected}
                title={t('empty.title')}
                text={t('empty.text')}
                action={createButton}
              />
            )
          }
        />
      </Card>
      {/* Hidden until the table above has loaded, so that it does not move. */}
      {!engines.isPending && <EngineTypes />}
      {creating && (
        <CreateDialog
          driver={creating}
          onCreate={(pace) => createEngine(creating, pace)}
          isBusy={create.isPending}
          error={create.error}
          onClose={() => setCreating(null)}
        />
      )}
      <PlanDialog verdict={verdict} onClose={() => setVerdict(null)} />
      <PairingDialog
        engine={engines.data?.data.find((engine) => engine._id === connectingId) ?? null}
        onClose={() => setConnectingId(null)}
      />
      <RemoveDialog row={removing} onClose={() => setRemoving(null)} />
      <LogOutDialog row={loggingOut} onClose={() => setLoggingOut(null)} />
      <UnpairDialog row={unpairing} onClose={() => setUnpairing(null)} />
    </PageFrame>
  );
}

const hasLimits = ({ knownPerMinute, newPerMinute, dailyCap }: EnginePace) =>
  knownPerMinute !== null || newPerMinute !== null || dailyCap !== null;

/** A starting engine counts as stuck after a while, without a live event; from then on it may be restarted. */
const refetchIntervalMs = (engines: readonly Engine[]) =>
  engines.some(({ status }) => ENGINE_LIFECYCLE[status].startingUp) ? STARTING_REFETCH_INTERVAL_MS : false;

/** Error texts by the keys of spec 000 section 8, except for refusals that a dialog explains. */
function errorText(error: Error | null, key: 'createEngineError' | 'restartEngineError') {
  if (!error || verdictFromError(error)) return null;
  const isRefused = key === 'createEngineError' && error instanceof ApiError && error.status === 403;
  return { key: isRefused ? ('unauthorizedCreate' as const) : key, reason: error.message };
}

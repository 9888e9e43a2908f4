import { Loader } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCreateEngine } from '../api/create-engine.ts';
import { PlanDialog } from '../components/plan-dialogs.tsx';
import { type CreateVerdict, createVerdict, toEngineRow, verdictFromError } from '../engine-row.ts';
import '../texts.ts';
import { chooseEngine } from './choose-engine.ts';
import classes from './pairing.module.css';
import { PairingDialog } from './pairing-dialog.tsx';

/**
 * Connects the workspace from any screen: follows the engine that is not linked yet and requests a fresh code, or
 * creates a default engine with safe limits. Both happen once; after an error the person decides.
 */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('engines');
  const me = useMe();
  const engines = useQuery(enginesQuery);
  const create = useCreateEngine();
  const refresh = useMutation(apiQuery.engines.refreshQr.mutationOptions());
  const [followedId, setFollowedId] = useState<string | null>(null);
  const [verdict, setVerdict] = useState<CreateVerdict | null>(null);
  const hasStarted = useRef(false);
  const engine = engines.data ? chooseEngine(engines.data.data, undefined, followedId) : null;
  if (engine && engine._id !== followedId) setFollowedId(engine._id);

  const start = async (existing: Engine | null, all: readonly Engine[]) => {
    if (existing) {
      if (existing.status === 'unpaired' && existing.abilities.refreshQr) refresh.mutate({ id: existing._id });
      return;
    }
    const newVerdict = createVerdict(all.map(toEngineRow), me.allowedEngineCount);
    if (newVerdict.kind !== 'create') setVerdict(newVerdict);
    else await create.mutateAsync({}).catch((error) => setVerdict(verdictFromError(error)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, when the engines have loaded
  useEffect(() => {
    if (!engines.data || hasStarted.current) return;
    hasStarted.current = true;
    void start(engine, engines.data.data);
  }, [engines.data]);

  if (verdict) return <PlanDialog verdict={verdict} onClose={onClose} />;
  const error = create.error ?? engines.error;
  return (
    <PairingDialog engine={engine} title={t('pairing.connect')} onClose={onClose}>
      <div className={classes.panel}>
        {error ? (
          <ErrorState
            title={t(create.error ? 'createEngineError' : 'errorLoadingEngines')}
            error={error}
            onRetry={() => void (create.error ? start(null, engines.data?.data ?? []) : engines.refetch())}
          />
        ) : (
          <Loader size={40} aria-label={t('pairing.starting')} />
        )}
      </div>
    </PairingDialog>
  );
}

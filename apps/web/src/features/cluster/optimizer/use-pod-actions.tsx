import { mapKnown } from '@switchyard/cluster-rules/known';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { IconFileText, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDescribe } from '../address/use-described.ts';
import { DeletePodDialog } from '../components/delete-pod-dialog.tsx';
import { RowAction, RowActions } from '../components/row-action.tsx';
import type { EngineSessions } from '../engine-sessions/use-engine-sessions.ts';
import { handlePodKey } from '../keyboard/row-key.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import '../texts.ts';

/** The two actions on a pod's row, by click or key, and the dialogs that they open (to be rendered once). */
export function usePodActions(sessions: EngineSessions): {
  actions: (pod: PodRow) => ReactNode;
  onPodKey: (key: string, pod: PodRow) => boolean;
  dialogs: ReactNode;
} {
  const { t } = useTranslation('cluster');
  const [logged, setLogged] = useState<PodRow | null>(null);
  const [deleted, setDeleted] = useState<PodRow | null>(null);
  const actions = useCallback(
    (pod: PodRow) => (
      <RowActions>
        <RowAction label={t('pod.viewLogs', { name: pod.name })} icon={IconFileText} onClick={() => setLogged(pod)} />
        <RowAction
          label={t('pod.delete', { name: pod.name })}
          icon={IconTrash}
          isDanger
          onClick={() => setDeleted(pod)}
        />
      </RowActions>
    ),
    [t],
  );
  const describe = useDescribe();
  const onPodKey = (key: string, pod: PodRow) =>
    handlePodKey(key, {
      describe: () => describe({ kind: 'pod', namespace: pod.namespace, name: pod.name }),
      logs: () => setLogged(pod),
      remove: () => setDeleted(pod),
    });
  const affected = mapKnown(sessions.byPod, (byPod) => byPod.get(deleted?.name ?? '') ?? []);
  const dialogs = (
    <>
      <PodLogDialog
        pod={logged && { ...logged, containers: logged.containers.map((container) => container.name) }}
        onClose={() => setLogged(null)}
      />
      <DeletePodDialog pod={deleted} sessions={affected} onClose={() => setDeleted(null)} />
    </>
  );
  return { actions, onPodKey, dialogs };
}

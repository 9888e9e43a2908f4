import type { PodRow } from '@switchyard/contracts/cluster-rows';
import { IconFileText, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../components/console.module.css';
import { DeletePodDialog } from '../components/delete-pod-dialog.tsx';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import { userNameOf } from '../rules/sessions.ts';
import type { EngineSessions } from '../sessions/use-engine-sessions.ts';
import '../texts.ts';

/** The two actions of a pod's row, and the dialogs that they open (to be drawn once). */
export function usePodActions(sessions: EngineSessions): { actions: (pod: PodRow) => ReactNode; dialogs: ReactNode } {
  const { t } = useTranslation('cluster');
  const [logged, setLogged] = useState<PodRow | null>(null);
  const [deleted, setDeleted] = useState<PodRow | null>(null);
  const actions = useCallback(
    (pod: PodRow) => (
      <span className={classes.rowActions}>
        <button
          type="button"
          className={classes.rowAction}
          aria-label={t('pod.viewLogs', { name: pod.name })}
          onClick={() => setLogged(pod)}
        >
          <IconFileText size={18} stroke={1.6} />
        </button>
        <button
          type="button"
          className={classes.rowAction}
          data-danger
          aria-label={t('pod.delete', { name: pod.name })}
          onClick={() => setDeleted(pod)}
        >
          <IconTrash size={18} stroke={1.6} />
        </button>
      </span>
    ),
    [t],
  );
  const hit = deleted ? (sessions.byPod.get(deleted.name) ?? []) : [];
  const dialogs = (
    <>
      <PodLogDialog
        pod={logged && { ...logged, containers: logged.containers.map((one) => one.name) }}
        onClose={() => setLogged(null)}
      />
      <DeletePodDialog
        pod={deleted}
        sessions={hit.map((row) => userNameOf(row.user) || row._id)}
        onClose={() => setDeleted(null)}
      />
    </>
  );
  return { actions, dialogs };
}

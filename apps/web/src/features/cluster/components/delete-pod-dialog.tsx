import { Text } from '@mantine/core';
import type { DeletionCause } from '@switchyard/contracts/cluster/pod-deletions';
import { useTranslation } from 'react-i18next';
import { toastError } from '../../../components/toasts.ts';
import type { DeletablePod } from '../proxy/delete-pod.ts';
import { reasonOf } from '../rules/error-texts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AffectedSessions, type ShownSessions, shownSessionIds } from './affected-sessions.tsx';
import { useDeletePod } from './use-delete-pod.ts';
import '../texts.ts';

/** Asks before a pod is deleted (spec 001 sections 2.1 and 5). */
export function DeletePodDialog(props: {
  pod: DeletablePod | null;
  sessions: ShownSessions;
  /** Default: the operator's own choice. */
  cause?: DeletionCause;
  title?: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const deletion = useDeletePod();
  const run = async () => {
    if (!props.pod) return;
    try {
      await deletion(props.pod, { cause: props.cause ?? 'manual', shownSessions: shownSessionIds(props.sessions) });
    } catch (error) {
      toastError(reasonOf(error));
      throw error;
    }
  };
  return (
    <ActionDialog
      isOpen={props.pod !== null}
      title={props.title ?? t('delete.title')}
      confirm={t('delete.confirm')}
      running={t('delete.running')}
      act={run}
      onClose={props.onClose}
    >
      <Text size="sm">{t('delete.text', { name: props.pod?.name ?? '' })}</Text>
      <AffectedSessions sessions={props.sessions} />
    </ActionDialog>
  );
}

import { Text } from '@mantine/core';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../components/action-dialog.tsx';
import { AffectedSessions, type ShownSessions } from '../components/affected-sessions.tsx';
import '../texts.ts';
import { reasonOf } from '../rules/error-texts.ts';

export interface TerminateTarget {
  nodeName: string;
  pod: PodRow;
}

/** Asks before a pod is terminated. */
export function TerminateDialog(props: {
  target: TerminateTarget | null;
  /** Sessions of its pod. */
  sessions: ShownSessions;
  terminate: (target: TerminateTarget, shown: ShownSessions) => Promise<void>;
  onDone: (target: TerminateTarget) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { target, sessions } = props;
  const run = async () => {
    if (!target) return;
    try {
      await props.terminate(target, sessions);
    } catch (error) {
      throw new Error(t('nodes.terminateFailed', { name: target.pod.name, message: reasonOf(error) }));
    }
    props.onDone(target);
  };
  return (
    <ActionDialog
      isOpen={target !== null}
      title={t('nodes.terminate')}
      confirm={t('nodes.terminate')}
      act={run}
      onClose={props.onClose}
    >
      <Text size="sm">
        {target &&
          t(sessions.isKnown ? 'nodes.terminateText' : 'nodes.terminateUnknown', {
            name: target.pod.name,
            node: target.nodeName,
            count: sessions.isKnown ? sessions.value.length : 0,
          })}
      </Text>
      <AffectedSessions sessions={sessions} />
    </ActionDialog>
  );
}

import { Text } from '@mantine/core';
import type { MonitoredPodRow } from '@switchyard/contracts/monitored-nodes';
import { useTranslation } from 'react-i18next';
import { ActDialog } from '../components/act-dialog.tsx';
import '../texts.ts';

export interface TerminateTarget {
  nodeName: string;
  pod: MonitoredPodRow;
}

/** Asks before a pod is terminated. */
export function TerminateDialog(props: {
  target: TerminateTarget | null;
  terminate: (pod: MonitoredPodRow) => Promise<void>;
  onDone: (target: TerminateTarget) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { target } = props;
  const run = async () => {
    if (!target) return;
    try {
      await props.terminate(target.pod);
    } catch (error) {
      throw new Error(t('nodes.terminateFailed', { name: target.pod.name, message: (error as Error).message }));
    }
    props.onDone(target);
  };
  return (
    <ActDialog
      isOpen={target !== null}
      title={t('nodes.terminate')}
      confirm={t('nodes.terminate')}
      act={run}
      onClose={props.onClose}
    >
      <Text size="sm">
        {target &&
          t('nodes.terminateText', { name: target.pod.name, node: target.nodeName, count: target.pod.sessions })}
      </Text>
    </ActDialog>
  );
}

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { MonitoredPodRow } from '@switchyard/contracts/cluster';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';

export interface TerminateTarget {
  nodeName: string;
  pod: MonitoredPodRow;
}

/** Asks before a pod is terminated; not dismissed while it runs. */
export function TerminateDialog(props: {
  target: TerminateTarget | null;
  terminate: (pod: MonitoredPodRow) => Promise<void>;
  onDone: (target: TerminateTarget) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { target } = props;
  const close = () => {
    if (isRunning) return;
    setFailure(null);
    props.onClose();
  };
  const run = async () => {
    if (!target) return;
    setIsRunning(true);
    setFailure(null);
    try {
      await props.terminate(target.pod);
      props.onDone(target);
      props.onClose();
    } catch (error) {
      setFailure(t('nodes.terminateFailed', { name: target.pod.name, message: (error as Error).message }));
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Modal
      opened={target !== null}
      onClose={close}
      title={t('nodes.terminate')}
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      <Stack gap="sm">
        <Text size="sm">
          {target &&
            t('nodes.terminateText', { name: target.pod.name, node: target.nodeName, count: target.pod.sessions })}
        </Text>
        {failure && <Notice tone="error">{failure}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={isRunning} data-autofocus>
            {t('delete.cancel')}
          </Button>
          <Button color="red" onClick={() => void run()} disabled={isRunning}>
            {t('nodes.terminate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

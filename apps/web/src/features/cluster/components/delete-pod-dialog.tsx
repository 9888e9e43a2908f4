import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toastError } from '../../../components/toasts.ts';
import type { DeletablePod } from '../proxy/delete-pod.ts';
import { useDeletePod } from './use-delete-pod.ts';
import '../texts.ts';

/** Asks before a pod is deleted; it cannot be dismissed while the deletion runs (spec 001 sections 2.1 and 5). */
export function DeletePodDialog(props: {
  pod: DeletablePod | null;
  /** Names of the sessions that the deletion interrupts. */
  sessions: readonly string[];
  title?: string;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation('cluster');
  const deletion = useDeletePod();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    if (isRunning) return;
    setFailure(null);
    props.onClose();
  };
  const run = async () => {
    if (!props.pod) return;
    setIsRunning(true);
    setFailure(null);
    try {
      await deletion(props.pod, 'manual');
      props.onClose();
      props.onDeleted?.();
    } catch (error) {
      const { message } = error as Error;
      toastError(message);
      setFailure(message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Modal
      opened={props.pod !== null}
      onClose={close}
      title={props.title ?? t('delete.title')}
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      <Stack gap="sm">
        <Text size="sm">{t('delete.text', { name: props.pod?.name ?? '' })}</Text>
        {props.sessions.length > 0 && (
          <Text size="sm" fw={550}>
            {t('delete.hits', { count: props.sessions.length, sessions: props.sessions.join(', ') })}
          </Text>
        )}
        {failure && <Notice tone="error">{failure}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={isRunning} data-autofocus>
            {t('delete.cancel')}
          </Button>
          <Button color="red" onClick={() => void run()} disabled={isRunning}>
            {isRunning ? t('delete.running') : t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

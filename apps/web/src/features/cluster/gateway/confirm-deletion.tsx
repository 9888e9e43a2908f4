import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import type { GatewayPod } from '@switchyard/contracts/cluster';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { MAX_PODS_PER_DELETION } from '../rules/deletion.ts';
import '../texts.ts';

/** The confirmation dialog 'Confirm Pod Deletion' (spec 001 section 2.2), for one pod or many; not dismissed while it runs. */
export function ConfirmDeletion(props: {
  pods: readonly GatewayPod[] | null;
  /** How many candidates there are in all. */
  candidates: number;
  onDelete: (pods: readonly GatewayPod[], onProgress: (done: number) => void) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const [isRunning, setIsRunning] = useState(false);
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const pods = props.pods ?? [];
  const [only] = pods;
  const close = () => {
    if (isRunning) return;
    setFailure(null);
    props.onClose();
  };
  const run = async () => {
    setIsRunning(true);
    setDone(0);
    setFailure(null);
    try {
      await props.onDelete(pods, setDone);
      props.onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Modal
      opened={props.pods !== null}
      onClose={close}
      title={t('gateway.confirmTitle')}
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      <Stack gap="sm">
        <Text size="sm">
          {pods.length === 1 && only
            ? t('delete.text', { name: only.name })
            : t('gateway.confirmMany', { count: pods.length })}
        </Text>
        {pods.length === 1 && only && only.sessions.length > 0 && (
          <Text size="sm" fw={550}>
            {t('delete.hits', {
              count: only.sessions.length,
              sessions: only.sessions.map((one) => one._id).join(', '),
            })}
          </Text>
        )}
        {pods.length > 1 && (
          <List size="xs" style={{ maxBlockSize: 200, overflow: 'auto' }}>
            {pods.map((pod) => (
              <List.Item key={pod.uid}>
                {pod.name} ({pod.statusString})
              </List.Item>
            ))}
          </List>
        )}
        {props.candidates > pods.length && pods.length > 1 && (
          <Text size="xs" c="dimmed">
            {t('gateway.confirmMore', { most: MAX_PODS_PER_DELETION, left: props.candidates - pods.length })}
          </Text>
        )}
        {isRunning && pods.length > 1 && (
          <Progress value={(done / pods.length) * 100} aria-label={t('gateway.deletedOf', { done, of: pods.length })} />
        )}
        {failure && <Notice tone="error">{failure}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={isRunning} data-autofocus>
            {t('gateway.cancel')}
          </Button>
          <Button color="red" onClick={() => void run()} disabled={isRunning}>
            {isRunning ? t('delete.running') : t('gateway.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

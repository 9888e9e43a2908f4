import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';

/**
 * Asks before an action on pods, and closes when it is done. It cannot be dismissed while running, and keeps a failure
 * visible.
 */
export function ActionDialog(props: {
  isOpen: boolean;
  title: string;
  /** Names the action; `running` while it runs. */
  confirm: string;
  running?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('cluster');
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: props.act,
    networkMode: 'always',
    onSuccess: props.onClose,
  });
  const close = () => {
    if (isPending) return;
    reset();
    props.onClose();
  };
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      withCloseButton={!isPending}
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
    >
      <Stack gap="sm">
        {props.children}
        {error && <Notice tone="error">{failureMessage(error) ?? t('errors.clusterUnknown')}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
            {t('delete.cancel')}
          </Button>
          <Button color="red" onClick={() => mutate()} disabled={isPending}>
            {(isPending && props.running) || props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

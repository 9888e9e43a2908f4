import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';
import './screen-texts.ts';

/** Whether a confirmation is open: Escape then belongs to it, not to the screen below. */
export const isConfirmationOpen = (): boolean => document.querySelector('[role="alertdialog"]') !== null;

/**
 * Asks before something is destroyed. `children` says what is affected ("disconnects 3 customers"); `confirm` names the
 * action. Cannot be dismissed while the action is running, so that nobody thinks they stopped it.
 */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  /** Label of the other button; default: Cancel, which is ambiguous beside an action that cancels. */
  cancelLabel?: string;
  isRunning: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('screen');
  const close = () => {
    if (!props.isRunning) props.onClose();
  };
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      // Its root stays mounted while closed.
      {...(props.isOpen ? { role: 'alertdialog', 'aria-label': props.title } : {})}
      withCloseButton={false}
      closeOnClickOutside={!props.isRunning}
      closeOnEscape={!props.isRunning}
    >
      <Text component="div" size="sm">
        {props.children}
      </Text>
      {props.error && (
        <div style={{ marginBlockStart: 16 }}>
          <Notice tone="error">{props.error}</Notice>
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close} disabled={props.isRunning} data-autofocus>
          {props.cancelLabel ?? t('cancel')}
        </Button>
        <Button color="red" loading={props.isRunning} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </Group>
    </Modal>
  );
}

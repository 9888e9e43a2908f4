import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';
import './screen-texts.ts';

/** Whether a question stands above everything: Escape is its, not that of what it was asked from. */
export const isAsking = (): boolean => document.querySelector('[role="alertdialog"]') !== null;

/**
 * Asks before something is destroyed. `children` says what it hits ("disconnects 3 customers"); `confirm` names the
 * act. Cannot be dismissed while the act is running, so that nobody believes to have stopped it.
 */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  /** What the other button says; default: Cancel, which is unclear beside an act that cancels. */
  keep?: string;
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
      // Its root stays when it is closed.
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
          {props.keep ?? t('cancel')}
        </Button>
        <Button color="red" loading={props.isRunning} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </Group>
    </Modal>
  );
}

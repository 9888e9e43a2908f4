import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import type { ScheduledResult } from '@switchyard/contracts/agent/results';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Edits the text and time of a waiting message; refused if its status has changed since. */
export function EditMessage({
  message,
  onClose,
  onSaved,
}: {
  message: ScheduledResult;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation('agent');
  const [text, setText] = useState(message.message);
  const [at, setAt] = useState(message.dueLocal.slice(0, 16));
  const save = useMutation({
    mutationFn: () =>
      api.messages.update({
        id: message.id,
        version: message.version,
        ...(text === message.message ? {} : { message: text }),
        ...(at === message.dueLocal.slice(0, 16) ? {} : { dueDate: at, zone: message.zone }),
      }),
    onSuccess: onClose,
    onSettled: onSaved,
  });
  const isSame = text === message.message && at === message.dueLocal.slice(0, 16);
  return (
    <Modal opened onClose={onClose} title={t('scheduled.editOf', { name: message.recipientName })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={t('scheduled.text')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={3}
            maxRows={10}
            dir="auto"
            data-autofocus
          />
          <TextInput
            type="datetime-local"
            label={t('scheduled.at', { zone: message.zone })}
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
            required
          />
          {save.error && <Notice tone="error">{save.error.message}</Notice>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('scheduled.keep')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={isSame || text.trim() === ''}>
              {t('scheduled.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

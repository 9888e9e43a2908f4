import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Webhook } from '@switchyard/contracts/webhooks/operations';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import './texts.ts';

const HOUR_MS = 3_600_000;

/** A time as a datetime input writes it, by this device's clock. */
function localTime(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** Asks from when on events are sent to a webhook again. */
export function ReplaySinceDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const [since, setSince] = useState(() => localTime(serverNowMs() - HOUR_MS));
  const [isFailedOnly, setFailedOnly] = useState(true);
  const replay = useMutation({
    mutationKey: apiQuery.webhooks.key(),
    async mutationFn() {
      let count = 0;
      // The server sends a limited number per call.
      for (let next: string | null = new Date(since).toISOString(); next !== null; ) {
        const done: { replayed: number; next: string | null } = await api.webhooks.replaySince({
          id: webhook._id,
          since: next,
          ...(isFailedOnly && { state: 'failed' }),
        });
        count += done.replayed;
        next = done.next;
      }
      return count;
    },
    onSuccess: (count) => {
      toast(t('replayedCount', { count }));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('replaySince')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('replaySinceText')}</Text>
          <TextInput
            type="datetime-local"
            label={t('replayFrom')}
            data-autofocus
            value={since}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          <Checkbox
            label={t('replayFailed')}
            checked={isFailedOnly}
            onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
          />
          {replay.error && <Notice tone="error">{replay.error.message}</Notice>}
          <Group justify="flex-end">
            <Button type="submit" loading={replay.isPending} disabled={since === ''}>
              {t('replayStart')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { asUtc } from '../../../lib/zones/offset-at.ts';
import { useInboxChanges } from '../api/inbox.ts';

const DAY_MS = 86_400_000;
const MORNING = 'T09:00';
const dayAfter = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Asks until when to snooze a conversation, in the person's zone. */
export function SnoozeDialog(props: {
  conversation: Conversation;
  onClose: () => void;
  /** Called once the conversation is snoozed. */
  onSnoozed?: () => void;
}) {
  const { conversation, onClose } = props;
  const { t } = useTranslation('inbox');
  const zone = useZone();
  const { snooze } = useInboxChanges();
  // As wall-clock time in the zone.
  const today = asUtc(new Date(serverNowMs()), zone);
  const tomorrow = dayAfter(today, 1) + MORNING;
  const monday = dayAfter(today, (8 - today.getUTCDay()) % 7 || 7) + MORNING;
  const [until, setUntil] = useState(tomorrow);
  const [wakesOnReply, setWakes] = useState(true);
  const { _id: id, version } = conversation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    snooze.mutate(
      { id, version, until, zone, wakesOnReply },
      {
        onSuccess: () => {
          onClose();
          props.onSnoozed?.();
        },
      },
    );
  };
  const { error } = snooze;
  const fault = error instanceof ApiError ? error.faultOf('until') : undefined;
  return (
    <Modal opened onClose={onClose} title={t('snooze')}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Button variant="default" onClick={() => setUntil(tomorrow)}>
            {t('tomorrow')}
          </Button>
          <Button variant="default" onClick={() => setUntil(monday)}>
            {t('monday')}
          </Button>
          <TextInput
            type="datetime-local"
            label={t('until')}
            data-autofocus
            value={until}
            error={fault}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
          <Hint size="xs">{t('inZone', { zone })}</Hint>
          <Checkbox
            label={t('wakesOnReply')}
            checked={wakesOnReply}
            onChange={({ currentTarget }) => setWakes(currentTarget.checked)}
          />
          {error && !fault && <Notice tone="error">{failureText(error)}</Notice>}
          <Button type="submit" loading={snooze.isPending} disabled={until === ''}>
            {t('snooze')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';

/** Another date, time of day or both; an omitted part stays as it is on each message. */
interface MoveTo {
  date?: string;
  time?: string;
  zone: string;
}

interface MoveTarget {
  count: number;
  isRunning: boolean;
  error: string | undefined;
  onMove: (to: MoveTo) => void;
  onClose: () => void;
}

/**
 * Asks where to move messages: to another day at their own times, to another time on their own days, or to a single
 * moment.
 */
export function MoveDialog({ isOpen, ...form }: MoveTarget & { isOpen: boolean }) {
  const { t } = useTranslation('messages');
  const { count } = form;
  const title = t('bulk.moveTitle', { count, formatted: formatNumber(count) });
  return (
    <Modal opened={isOpen} onClose={form.onClose} title={title}>
      {isOpen && <MoveForm {...form} />}
    </Modal>
  );
}

function MoveForm({ isRunning, error, onMove, onClose }: MoveTarget) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const form = useForm({ initialValues: { date: '', time: '' } });
  const { date, time } = form.values;
  const submit = form.onSubmit(() => onMove({ zone, ...(date && { date }), ...(time && { time }) }));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          type="date"
          label={t('compose.date')}
          description={t('bulk.keepDate')}
          data-autofocus
          {...form.getInputProps('date')}
        />
        <TextInput
          type="time"
          label={t('compose.time')}
          description={t('bulk.keepTime')}
          {...form.getInputProps('time')}
        />
        <Hint>{t('calendar.zone', { zone })}</Hint>
        {error && <Notice tone="error">{error}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('bulk.keep')}
          </Button>
          <Button type="submit" loading={isRunning} disabled={!date && !time}>
            {t('bulk.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

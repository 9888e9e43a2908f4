import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MessageSelection } from '@switchyard/contracts/message-bulk';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { useMoveMany } from '../api/move-many.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';

type Moved = NonNullable<ReturnType<typeof useMoveMany>['data']>;

/** Asks where to the messages chosen are moved: to another day at their own times, to another time on their own days, or to one moment. */
export function MoveDialog(props: {
  isOpen: boolean;
  count: number;
  selection: MessageSelection;
  onMoved: (result: Moved) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('messages');
  const { count } = props;
  const title = t('bulk.moveTitle', { count, formatted: formatNumber(count) });
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={title}>
      {props.isOpen && <MoveForm {...props} />}
    </Modal>
  );
}

function MoveForm({ selection, onMoved, onClose }: Omit<Parameters<typeof MoveDialog>[0], 'isOpen'>) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const zone = useZone();
  const move = useMoveMany();
  const form = useForm({ initialValues: { date: '', time: '' } });
  const { date, time } = form.values;
  const submit = form.onSubmit(() =>
    move.mutate({ selection, zone, ...(date && { date }), ...(time && { time }) }, { onSuccess: onMoved }),
  );
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
        <Text size="sm" c="dimmed">
          {t('calendar.zone', { zone })}
        </Text>
        {move.error && <Notice tone="error">{refusal(move.error)}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('bulk.keep')}
          </Button>
          <Button type="submit" loading={move.isPending} disabled={!date && !time}>
            {t('bulk.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

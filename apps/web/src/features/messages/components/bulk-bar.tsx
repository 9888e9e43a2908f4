import { Button, Group, Text } from '@mantine/core';
import { IconBan, IconCalendarTime, IconRefresh, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber, formatTotal } from '../../../lib/format/numbers.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import type { BulkOutcome } from './bulk-outcome.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { countOf, type SelectedMessages, selectionOf } from './selection.ts';

type OpenDialog = 'cancel' | 'move' | 'retry';

/** What can be done with the messages chosen. Each act is asked for with their number, and says what became of them. */
export function BulkBar(props: {
  chosen: SelectedMessages;
  /** All that match the filters, on this page and others. */
  total: number;
  totalIsExact: boolean;
  /** How many that are is being asked. */
  isCounting: boolean;
  onChooseAll: () => void;
  onClear: () => void;
  onDone: (outcome: BulkOutcome) => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const cancel = useMutation(apiQuery.messages.cancelMany.mutationOptions());
  const retry = useMutation(apiQuery.messages.retryMany.mutationOptions());
  const move = useMutation(apiQuery.messages.moveMany.mutationOptions());
  const { chosen } = props;
  const count = countOf(chosen);
  const selection = selectionOf(chosen);
  const ask = (act: OpenDialog) => {
    cancel.reset();
    retry.reset();
    move.reset();
    setAsked(act);
  };
  const done = (outcome: BulkOutcome) => {
    setAsked(null);
    props.onDone(outcome);
  };
  const confirming = {
    cancel: () =>
      cancel.mutate(
        { selection },
        { onSuccess: ({ cancelId, ...result }) => done({ did: 'cancelled', result, undoId: cancelId }) },
      ),
    retry: () => retry.mutate({ selection }, { onSuccess: (result) => done({ did: 'retried', result }) }),
  };
  const running = asked === 'retry' ? retry : cancel;
  return (
    <Group gap="xs" role="toolbar" aria-label={t('bulk.label')}>
      <Text size="sm" fw={550} role="status">
        {t('bulk.selected', { count, formatted: formatNumber(count) })}
      </Text>
      {chosen.kind === 'ids' && props.total > count && (
        <Button size="xs" variant="subtle" loading={props.isCounting} onClick={props.onChooseAll}>
          {t('bulk.selectAll', { count: props.total, formatted: formatTotal(props) })}
        </Button>
      )}
      <Button size="xs" variant="default" leftSection={<IconCalendarTime size={14} />} onClick={() => ask('move')}>
        {t('bulk.move')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => ask('retry')}>
        {t('bulk.retry')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconBan size={14} />} onClick={() => ask('cancel')}>
        {t('bulk.cancel')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={props.onClear}>
        {t('bulk.clear')}
      </Button>
      <ConfirmDialog
        isOpen={asked === 'cancel' || asked === 'retry'}
        title={t(asked === 'retry' ? 'bulk.retryTitle' : 'bulk.cancelTitle', { count, formatted: formatNumber(count) })}
        confirm={t(asked === 'retry' ? 'bulk.retry' : 'bulk.cancel')}
        cancelLabel={t('bulk.keep')}
        isRunning={running.isPending}
        error={running.error ? refusal(running.error) : undefined}
        onConfirm={() => asked && asked !== 'move' && confirming[asked]()}
        onClose={() => setAsked(null)}
      >
        {t(asked === 'retry' ? 'bulk.retryText' : 'bulk.cancelText')}
      </ConfirmDialog>
      <MoveDialog
        isOpen={asked === 'move'}
        count={count}
        isRunning={move.isPending}
        error={move.error ? refusal(move.error) : undefined}
        onMove={(to) =>
          move.mutate(
            { selection, ...to },
            { onSuccess: ({ moveId, ...result }) => done({ did: 'moved', result, undoId: moveId }) },
          )
        }
        onClose={() => setAsked(null)}
      />
    </Group>
  );
}

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

/**
 * Bulk actions for the selected messages. Each asks for confirmation with the number of messages and reports its
 * result.
 */
export function BulkBar(props: {
  selected: SelectedMessages;
  /** Number of messages that match the filters, across all pages. */
  total: number;
  totalIsExact: boolean;
  /** The exact number is being loaded. */
  isCounting: boolean;
  onChooseAll: () => void;
  onClear: () => void;
  onDone: (outcome: BulkOutcome) => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const cancel = useMutation(apiQuery.messages.cancelMany.mutationOptions());
  const retry = useMutation(apiQuery.messages.retryMany.mutationOptions());
  const move = useMutation(apiQuery.messages.moveMany.mutationOptions());
  const { selected } = props;
  const count = countOf(selected);
  const selection = selectionOf(selected);
  const openDialog = (kind: OpenDialog) => {
    cancel.reset();
    retry.reset();
    move.reset();
    setDialog(kind);
  };
  const finish = (outcome: BulkOutcome) => {
    setDialog(null);
    props.onDone(outcome);
  };
  const mutations = {
    cancel: () =>
      cancel.mutate(
        { selection },
        { onSuccess: ({ cancelId, ...result }) => finish({ action: 'cancelled', result, undoId: cancelId }) },
      ),
    retry: () => retry.mutate({ selection }, { onSuccess: (result) => finish({ action: 'retried', result }) }),
  };
  const running = dialog === 'retry' ? retry : cancel;
  return (
    <Group gap="xs" role="toolbar" aria-label={t('bulk.label')}>
      <Text size="sm" fw={550} role="status">
        {t('bulk.selected', { count, formatted: formatNumber(count) })}
      </Text>
      {selected.kind === 'ids' && props.total > count && (
        <Button size="xs" variant="subtle" loading={props.isCounting} onClick={props.onChooseAll}>
          {t('bulk.selectAll', { count: props.total, formatted: formatTotal(props) })}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCalendarTime size={14} />}
        onClick={() => openDialog('move')}
      >
        {t('bulk.move')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => openDialog('retry')}>
        {t('bulk.retry')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconBan size={14} />} onClick={() => openDialog('cancel')}>
        {t('bulk.cancel')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={props.onClear}>
        {t('bulk.clear')}
      </Button>
      <ConfirmDialog
        isOpen={dialog === 'cancel' || dialog === 'retry'}
        title={t(dialog === 'retry' ? 'bulk.retryTitle' : 'bulk.cancelTitle', {
          count,
          formatted: formatNumber(count),
        })}
        confirm={t(dialog === 'retry' ? 'bulk.retry' : 'bulk.cancel')}
        cancelLabel={t('bulk.keep')}
        isRunning={running.isPending}
        error={running.error ? refusal(running.error) : undefined}
        onConfirm={() => dialog && dialog !== 'move' && mutations[dialog]()}
        onClose={() => setDialog(null)}
      >
        {t(dialog === 'retry' ? 'bulk.retryText' : 'bulk.cancelText')}
      </ConfirmDialog>
      <MoveDialog
        isOpen={dialog === 'move'}
        count={count}
        isRunning={move.isPending}
        error={move.error ? refusal(move.error) : undefined}
        onMove={(to) =>
          move.mutate(
            { selection, ...to },
            { onSuccess: ({ moveId, ...result }) => finish({ action: 'moved', result, undoId: moveId }) },
          )
        }
        onClose={() => setDialog(null)}
      />
    </Group>
  );
}

import { Button, Text } from '@mantine/core';
import type { ListTotal } from '@switchyard/contracts/agent/operations';
import type { ScheduledResult } from '@switchyard/contracts/agent/results';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toastError } from '../../../components/toasts.ts';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import '../texts.ts';
import { failureText } from '../../../components/failure-text.ts';
import { EditMessage } from './edit-message.tsx';
import { ResultList } from './result-list.tsx';
import classes from './results.module.css';

/** Scheduled messages in a reply, in their current state: waiting ones can be edited and cancelled here. */
export function ScheduledResults({ rows, total }: { rows: readonly ScheduledResult[]; total: ListTotal | undefined }) {
  const { t } = useTranslation('agent');
  const queries = useQueryClient();
  const [editedId, setEdited] = useState<string | null>(null);
  const ids = rows.map(({ id }) => id);
  const now = useQuery({
    ...apiQuery.agent.scheduled.queryOptions({ input: { ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: apiQuery.agent.scheduled.key() });
  useLiveEvents((event) => {
    if (
      event.type === 'messages.stale' ||
      (event.type === 'messages.changed' && event.changes.some(({ _id }) => ids.includes(_id)))
    )
      refresh();
  });
  // A message that was removed since stays as it was shown.
  const current = rows.map(
    (row) =>
      now.data?.data.find(({ id }) => id === row.id) ?? (now.data ? { ...row, canEdit: false, canCancel: false } : row),
  );
  const edited = current.find(({ id }) => id === editedId);
  return (
    <ResultList label={t('scheduled.label')} empty={t('scheduled.empty')} total={total} isEmpty={rows.length === 0}>
      <ul className={classes.rows}>
        {current.map((row) => (
          <Row key={row.id} row={row} onEdit={() => setEdited(row.id)} onChanged={refresh} />
        ))}
      </ul>
      {edited && (
        <EditMessage
          key={`${edited.id} ${edited.version}`}
          message={edited}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      )}
    </ResultList>
  );
}

function Row({ row, onEdit, onChanged }: { row: ScheduledResult; onEdit: () => void; onChanged: () => void }) {
  const { t } = useTranslation('agent');
  const cancel = useMutation({
    mutationFn: () => api.messages.cancel({ id: row.id, version: row.version }),
    onSuccess: ({ _id: id, version }) => {
      const restore = async () => {
        await api.messages.restore({ id, version });
        onChanged();
        return t('scheduled.restored');
      };
      toastUndo(t('scheduled.cancelled'), restore, (error) => t('scheduled.notUndone', { reason: failureText(error) }));
    },
    onError: (error) => toastError(failureText(error)),
    onSettled: onChanged,
  });
  const isPending = row.status === 'pending';
  return (
    <li className={`${classes.row} ${classes.scheduled}`}>
      <div className={classes.main}>
        <Text size="sm" fw={600}>
          <bdi>{row.recipientName}</bdi>
        </Text>
        <Hint size="xs">
          {formatExact(new Date(row.scheduledAt), row.zone, true)}
          {row.rrule && ` · ${t('scheduled.recurs')}`}
          {row.mediaUrl && ` · ${t('scheduled.file')}`}
        </Hint>
        <Text
          size="sm"
          className={classes.words}
          lineClamp={4}
          dir="auto"
          td={row.status === 'cancelled' ? 'line-through' : ''}
        >
          {row.message}
        </Text>
        {row.status === 'failed' && row.failureReason && (
          <Text size="xs" c="red">
            {row.failureReason}
          </Text>
        )}
      </div>
      <div className={classes.side}>
        <StatusBadge context="message" state={row.status} />
        {isPending && (row.canEdit || row.canCancel) && (
          <div className={classes.buttons}>
            {row.canEdit && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('scheduled.editOf', { name: row.recipientName })}
                onClick={onEdit}
              >
                {t('scheduled.edit')}
              </Button>
            )}
            {row.canCancel && (
              <Button
                size="compact-sm"
                variant="default"
                loading={cancel.isPending}
                aria-label={t('scheduled.cancelOf', { name: row.recipientName })}
                onClick={() => cancel.mutate()}
              >
                {t('scheduled.cancel')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

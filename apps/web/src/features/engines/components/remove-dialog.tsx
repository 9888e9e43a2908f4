import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useDeleteEngine } from '../api/delete-engine.ts';
import type { EngineRow } from '../engine-row.ts';
import '../texts.ts';

/** Asks for confirmation before an engine is deleted and lists what is affected. */
export function RemoveDialog({ row, onClose }: { row: EngineRow | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  const remove = useDeleteEngine();
  const waiting = useQuery(
    apiQuery.messages.list.queryOptions({
      input: { engineId: row?.id, status: 'pending', limit: 1, exactTotal: 'true' },
      enabled: row !== null,
    }),
  );
  if (!row) return null;
  const number = row.engine.phoneNumber ? t('remove.number', { number: row.engine.phoneNumber }) : '';
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('remove.title', { name: row.name })}
      confirm={t('remove.confirm')}
      isRunning={remove.isPending}
      error={remove.error ? `${t('deleteEngineError')}: ${remove.error.message}` : undefined}
      onClose={close}
      onConfirm={() =>
        remove.mutate(row.id, {
          onSuccess: () => {
            toast(t('done.deleted', { name: row.name }));
            close();
          },
        })
      }
    >
      <Text size="sm">{t('remove.hits', { number })}</Text>
      {waiting.data && (
        <Text size="sm" mt={8}>
          {waiting.data.total > 0 ? t('remove.waiting', { count: waiting.data.total }) : t('remove.none')}
        </Text>
      )}
    </ConfirmDialog>
  );
}

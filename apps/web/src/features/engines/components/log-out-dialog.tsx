import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import type { EngineRow } from '../engine-row.ts';
import '../texts.ts';

/** Asks for confirmation before an engine is unlinked from its account. */
export function LogOutDialog({ row, onClose }: { row: EngineRow | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  const logOut = useMutation(apiQuery.engines.logOut.mutationOptions());
  if (!row) return null;
  const close = () => {
    logOut.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('logOut.title', { name: row.name })}
      confirm={t('logOut.confirm')}
      isRunning={logOut.isPending}
      error={logOut.error?.message}
      onClose={close}
      onConfirm={() =>
        logOut.mutate(
          { id: row.id },
          {
            onSuccess: () => {
              toast(t('done.loggedOut', { name: row.name }));
              close();
            },
          },
        )
      }
    >
      <Text size="sm">{t('logOut.hits', { number: row.engine.phoneNumber ?? 'WhatsApp' })}</Text>
    </ConfirmDialog>
  );
}

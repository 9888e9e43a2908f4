import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import type { EngineRow } from '../engine-row.ts';
import '../texts.ts';

/** Asks for confirmation before a browser loses access, for example one on a lost laptop. */
export function UnpairDialog({ row, onClose }: { row: EngineRow | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  const unpair = useMutation(apiQuery.engines.unpairExtension.mutationOptions());
  if (!row) return null;
  const close = () => {
    unpair.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('extension.unpairTitle')}
      confirm={t('extension.unpair')}
      isRunning={unpair.isPending}
      error={unpair.error?.message}
      onClose={close}
      onConfirm={() =>
        unpair.mutate(
          { id: row.id },
          {
            onSuccess: () => {
              toast(t('extension.unpaired'));
              close();
            },
          },
        )
      }
    >
      {t('extension.unpairText')}
    </ConfirmDialog>
  );
}

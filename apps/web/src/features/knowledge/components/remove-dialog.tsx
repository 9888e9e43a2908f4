import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import type { useDocumentChanges, useEntryChanges } from '../api/knowledge.ts';
import '../texts.ts';

type Removal = ReturnType<typeof useDocumentChanges | typeof useEntryChanges>['remove'];

/** Asks before a document or an entry is removed. */
export function RemoveDialog(props: {
  kind: 'documents' | 'entries';
  /** Null when closed. */
  of: { _id: string; title: string } | null;
  remove: Removal;
  onClose: () => void;
}) {
  const { t } = useTranslation('knowledge');
  const { kind, of, remove, onClose } = props;
  const title = of?.title ?? '';
  const onSuccess = () => {
    toast(t(`${kind}.removed`, { title }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={of !== null}
      title={t(`${kind}.removeTitle`, { title })}
      confirm={t(`${kind}.remove`)}
      cancelLabel={t('remove.keep')}
      isRunning={remove.isPending}
      error={remove.error?.message}
      onClose={onClose}
      onConfirm={() => of && remove.mutate({ id: of._id }, { onSuccess })}
    >
      {t(`${kind}.removeText`)}
    </ConfirmDialog>
  );
}

import type { KnowledgeBase } from '@switchyard/contracts/knowledge/operations';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toast } from '../../../components/toasts.ts';
import { useKnowledgeChanges } from '../api/knowledge.ts';
import '../texts.ts';

/** Asks before a knowledge base is deleted with all its contents. */
export function RemoveBaseDialog({ base, onClose }: { base: KnowledgeBase; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  const { remove } = useKnowledgeChanges();
  const navigate = useNavigate();
  const { name } = base;
  return (
    <ConfirmDialog
      isOpen
      title={t('remove.title', { name })}
      confirm={t('remove.act')}
      cancelLabel={t('remove.keep')}
      isRunning={remove.isPending}
      error={remove.error?.message}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { id: base._id },
          {
            onSuccess: () => {
              toast(t('remove.done', { name }));
              void navigate({ to: '/knowledge-base' });
            },
          },
        )
      }
    >
      {t('remove.hits', {
        documents: t('remove.documents', { count: base.documents }),
        entries: t('remove.entries', { count: base.entries }),
      })}
    </ConfirmDialog>
  );
}

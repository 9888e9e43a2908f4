import type { WorkspaceMember } from '@switchyard/contracts/workspaces/operations';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useRemoveMember, useTransfer } from '../api/change-people.ts';
import '../texts.ts';

export interface MemberAct {
  kind: 'remove' | 'transfer';
  member: WorkspaceMember;
}

/** Asks before somebody is removed, or the ownership handed over. */
export function MemberDialog({ act, onClose }: { act: MemberAct | null; onClose: () => void }) {
  const { t } = useTranslation('workspaces');
  const remove = useRemoveMember();
  const transfer = useTransfer();
  const doing = act?.kind === 'transfer' ? transfer : remove;
  const name = act?.member.fullName ?? '';
  const isTransfer = act?.kind === 'transfer';
  return (
    <ConfirmDialog
      isOpen={act !== null}
      title={isTransfer ? t('people.transferTitle', { name }) : t('people.removeTitle', { name })}
      confirm={isTransfer ? t('people.transfer') : t('people.remove')}
      {...(isTransfer ? {} : { keep: t('people.keep') })}
      isRunning={doing.isPending}
      error={doing.error?.message}
      onClose={() => {
        doing.reset();
        onClose();
      }}
      onConfirm={() => act && doing.mutate(act.member, { onSuccess: onClose })}
    >
      {isTransfer ? t('people.transferText') : t('people.removeText')}
    </ConfirmDialog>
  );
}

import type { WorkspaceMember } from '@switchyard/contracts/workspaces/operations';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useRemoveMember, useSuspendMember, useTransfer } from '../api/change-people.ts';
import '../texts.ts';

export interface MemberAction {
  kind: 'remove' | 'transfer' | 'suspend' | 'reinstate';
  member: WorkspaceMember;
}

/** Asks before a member is removed, suspended or reinstated, or ownership is transferred. */
export function MemberDialog({ act, onClose }: { act: MemberAction | null; onClose: () => void }) {
  const { t } = useTranslation('workspaces');
  const remove = useRemoveMember();
  const transfer = useTransfer();
  const suspend = useSuspendMember(true);
  const reinstate = useSuspendMember(false);
  const kind = act?.kind ?? 'remove';
  const mutation = { remove, transfer, suspend, reinstate }[kind];
  const name = act?.member.fullName ?? '';
  return (
    <ConfirmDialog
      isOpen={act !== null}
      title={t(`people.${kind}Title`, { name })}
      confirm={t(`people.${kind}`)}
      {...(kind === 'remove' ? { keep: t('people.keep') } : {})}
      isRunning={mutation.isPending}
      error={mutation.error?.message}
      onClose={() => {
        mutation.reset();
        onClose();
      }}
      onConfirm={() => act && mutation.mutate(act.member, { onSuccess: onClose })}
    >
      {t(`people.${kind}Text`)}
    </ConfirmDialog>
  );
}

import type { WorkspaceMember, WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast, toastError } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import '../texts.ts';

export function useSetRole() {
  const { t } = useTranslation('workspaces');
  const refreshMe = useRefreshMe();
  return useMutation({
    mutationKey: apiQuery.workspaces.key(),
    mutationFn: ({ member, role }: { member: WorkspaceMember; role: WorkspaceRole }) =>
      api.workspaces.setRole({ userId: member._id, role }),
    onSuccess: async ({ role }, { member }) => {
      toast(t('people.changed', { name: member.fullName, role: t(`role.${role}`) }));
      await refreshMe();
    },
    onError: (error) => toastError(t('people.failed', { reason: error.message })),
  });
}

export function useRemoveMember() {
  const { t } = useTranslation('workspaces');
  return useMutation({
    mutationKey: apiQuery.workspaces.key(),
    mutationFn: (member: WorkspaceMember) => api.workspaces.removeMember({ userId: member._id }),
    onSuccess: (_answer, member) => toast(t('people.removed', { name: member.fullName })),
  });
}

export function useSuspendMember(isSuspended: boolean) {
  const { t } = useTranslation('workspaces');
  return useMutation({
    mutationKey: apiQuery.workspaces.key(),
    mutationFn: ({ _id: userId }: WorkspaceMember) =>
      isSuspended ? api.workspaces.suspendMember({ userId }) : api.workspaces.reinstateMember({ userId }),
    onSuccess: (_answer, { fullName: name }) =>
      toast(isSuspended ? t('people.suspended', { name }) : t('people.reinstated', { name })),
  });
}

export function useTransfer() {
  const { t } = useTranslation('workspaces');
  const refreshMe = useRefreshMe();
  return useMutation({
    mutationKey: apiQuery.workspaces.key(),
    mutationFn: (member: WorkspaceMember) => api.workspaces.transfer({ userId: member._id }),
    onSuccess: async (_answer, member) => {
      toast(t('people.transferred', { name: member.fullName }));
      await refreshMe();
    },
  });
}

import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../components/toasts.ts';
import { api, apiQuery } from '../../lib/api/client.ts';
import './texts.ts';

const { installation } = api;
const toRole = (role: 'admin' | 'support' | 'user') => (input: { id: string }) =>
  installation.setRole({ ...input, role });

/** Actions on a person or a workspace, by the name in the texts. */
const ACTS = {
  suspend: installation.suspendPerson,
  reinstate: installation.reinstatePerson,
  admin: toRole('admin'),
  support: toRole('support'),
  user: toRole('user'),
  resetTwoFactor: installation.resetTwoFactor,
  endSignIns: installation.endSignIns,
  delete: installation.deletePerson,
  keep: installation.keepPerson,
  suspendWorkspace: installation.suspendWorkspace,
  reinstateWorkspace: installation.reinstateWorkspace,
  deleteWorkspace: installation.deleteWorkspace,
  keepWorkspace: installation.keepWorkspace,
};
export type AccountActionName = keyof typeof ACTS;

/** A requested action, with the name of the person or workspace. */
export interface AccountAction {
  act: AccountActionName;
  id: string;
  name: string;
}

/** Refetches the lists whatever the outcome. */
export function useAccountAction(onDone: () => void) {
  const { t } = useTranslation('installation');
  return useMutation({
    mutationKey: apiQuery.installation.key(),
    mutationFn: async ({ act, id }: AccountAction): Promise<unknown> => ACTS[act]({ id }),
    onSuccess: () => {
      toast(t('done'));
      onDone();
    },
  });
}

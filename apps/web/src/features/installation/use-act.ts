import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../components/toasts.ts';
import { api, apiQuery } from '../../lib/api/client.ts';
import './texts.ts';

const { installation } = api;
const toRole = (role: 'admin' | 'support' | 'user') => (input: { id: string }) =>
  installation.setRole({ ...input, role });

/** What can be done to a person or a workspace, by what the texts call it. */
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
export type ActName = keyof typeof ACTS;

/** Something to be done, and the name of whom or what it is done to. */
export interface ChatActRequest {
  act: ActName;
  id: string;
  name: string;
}

/** The lists are read again whatever came of it. */
export function useAct(onDone: () => void) {
  const { t } = useTranslation('installation');
  return useMutation({
    mutationKey: apiQuery.installation.key(),
    mutationFn: async ({ act, id }: ChatActRequest): Promise<unknown> => ACTS[act]({ id }),
    onSuccess: () => {
      toast(t('done'));
      onDone();
    },
  });
}

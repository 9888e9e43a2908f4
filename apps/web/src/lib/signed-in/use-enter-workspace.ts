import { useMutation } from '@tanstack/react-query';
import { chooseWorkspace } from '../api/chosen-workspace.ts';
import { apiQuery } from '../api/client.ts';
import { useRefreshMe } from './use-refresh-me.ts';

/** Switches this window to another workspace: every screen is refetched, and live updates come from there. */
export function useEnterWorkspace(options: { onError?: (error: Error) => void } = {}) {
  const refreshMe = useRefreshMe();
  return useMutation(
    apiQuery.accounts.switchWorkspace.mutationOptions({
      ...options,
      onSuccess: (me) => {
        chooseWorkspace(me.workspace._id);
        return refreshMe();
      },
    }),
  );
}

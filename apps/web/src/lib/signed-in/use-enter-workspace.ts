import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseWorkspace } from '../api/chosen-workspace.ts';
import { apiQuery } from '../api/client.ts';
import { clearCurrentUser } from './signed-in.ts';

/** Has this window work in another workspace: every screen is read anew, and live updates come from there. */
export function useEnterWorkspace(options: { onError?: (error: Error) => void } = {}) {
  const router = useRouter();
  return useMutation(
    apiQuery.accounts.switchWorkspace.mutationOptions({
      ...options,
      onSuccess: (me) => {
        chooseWorkspace(me.workspace._id);
        clearCurrentUser();
        return router.invalidate();
      },
    }),
  );
}

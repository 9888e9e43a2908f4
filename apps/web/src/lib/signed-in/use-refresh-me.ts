import { useRouter } from '@tanstack/react-router';
import { clearCurrentUser } from './current-user.ts';

/** Refetches the current user and workspace, and with them every screen, since their rights may have changed. */
export function useRefreshMe(): () => Promise<void> {
  const router = useRouter();
  return () => {
    clearCurrentUser();
    return router.invalidate();
  };
}

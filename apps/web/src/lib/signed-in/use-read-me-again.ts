import { useRouter } from '@tanstack/react-router';
import { clearCurrentUser } from './signed-in.ts';

/** Reads again who is signed in, and where, and with them every screen: what they may do can be another. */
export function useReadMeAgain(): () => Promise<void> {
  const router = useRouter();
  return () => {
    clearCurrentUser();
    return router.invalidate();
  };
}

import type { Me } from '@switchyard/contracts/accounts/operations';
import { ApiError } from '../api/api-error.ts';
import { chooseWorkspace, chosenWorkspace } from '../api/chosen-workspace.ts';
import { requestJson } from '../api/request.ts';
import { supportedUser } from '../api/request-headers.ts';

let known: { supported: string; user: Promise<Me | null> } | null = null;

/**
 * The signed-in user, requested once and cached; null if there is none.
 * @throws ApiError when the request fails; the next call tries again
 */
export function loadCurrentUser(): Promise<Me | null> {
  const supported = JSON.stringify(supportedUser());
  if (known?.supported === supported) return known.user;
  const user = loadMe();
  known = { supported, user };
  user.catch(clearCurrentUser);
  return user;
}

/** Call after signing in or out, or changing the workspace. */
export function clearCurrentUser(): void {
  known = null;
}

/** Refusals that mean: not in this workspace. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'WORKSPACE_LEFT' || error.code === 'TWO_FACTOR_NEEDED');

async function loadMe(): Promise<Me | null> {
  // Responds with 200 either way, so that a visitor's console does not start with an error.
  const login = await requestJson<object | null>('/api/auth/get-session');
  if (login === null) return null;
  try {
    const me = await requestJson<Me>('/api/me');
    if (!me.supportMode) chooseWorkspace(me.workspace._id);
    return me;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    // A user removed from this window's workspace falls back to one of their own.
    if (!isElsewhere(error) || chosenWorkspace() === null) throw error;
    chooseWorkspace(null);
    return loadMe();
  }
}

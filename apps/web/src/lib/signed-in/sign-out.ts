import { chooseWorkspace } from '../api/chosen-workspace.ts';
import { requestJson } from '../api/request.ts';
import { clearCurrentUser } from './current-user.ts';

/** @throws ApiError when the server does not answer; the login session then still exists */
export async function signOut(): Promise<void> {
  await requestJson('/api/auth/sign-out', { method: 'POST', body: {} });
  chooseWorkspace(null);
  clearCurrentUser();
}

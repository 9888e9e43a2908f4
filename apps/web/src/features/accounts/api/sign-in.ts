import { requestJson } from '../../../lib/api/request.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';

/**
 * @returns whether a second factor is needed now
 * @throws ApiError 401 if the email or the password is wrong
 */
export async function signIn(credentials: {
  email: string;
  password: string;
}): Promise<{ needsSecondFactor: boolean }> {
  const answer = await requestJson<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email', {
    method: 'POST',
    body: { ...credentials, rememberMe: true },
  });
  clearCurrentUser();
  return { needsSecondFactor: answer.twoFactorRedirect === true };
}

/** Completes a sign-in. @throws ApiError with a fault of `code`; 401 if it took too long */
export async function submitSecondFactor(kind: 'totp' | 'backup-code', code: string): Promise<void> {
  await requestJson(`/api/auth/two-factor/verify-${kind}`, { method: 'POST', body: { code } });
  clearCurrentUser();
}

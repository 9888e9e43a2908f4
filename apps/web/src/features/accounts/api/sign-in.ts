import { requestJson } from '../../../lib/api/request.ts';
import { forgetWhoIsSignedIn } from '../../../lib/signed-in/signed-in.ts';

/** @throws ApiError 401 when the email or the password is wrong */
export async function signIn(given: { email: string; password: string }): Promise<void> {
  await requestJson('/api/auth/sign-in/email', { method: 'POST', body: { ...given, rememberMe: true } });
  forgetWhoIsSignedIn();
}

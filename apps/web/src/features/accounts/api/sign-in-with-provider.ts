import { requestJson } from '../../../lib/api/request.ts';
import type { SignUp } from './sign-up.ts';

/**
 * Leaves for the provider's page, from which the user returns signed in.
 * @throws ApiError if the provider does not answer
 */
export async function signInWithProvider(
  input: { returnTo?: string | undefined } & Pick<SignUp, 'firstAdmin' | 'invitation'>,
): Promise<void> {
  const { url } = await requestJson<{ url: string }>('/api/auth/sign-in/provider', { method: 'POST', body: input });
  globalThis.location.assign(url);
}

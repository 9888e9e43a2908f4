import { requestJson } from '../../../lib/api/request.ts';

/** Emails a reset link if the address has an account; the response is the same if not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await requestJson('/api/auth/request-password-reset', {
    method: 'POST',
    body: { email },
  });
}

/** @throws ApiError with a fault of `token` if the link has expired or was used */
export async function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  await requestJson('/api/auth/reset-password', { method: 'POST', body: input });
}

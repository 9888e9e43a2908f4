import { requestJson } from '../../../lib/api/request.ts';

/** Has a link mailed to the address, if it has an account; answers alike if not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await requestJson('/api/auth/request-password-reset', {
    method: 'POST',
    body: { email },
  });
}

/** @throws ApiError with a fault of `token` when the link has expired or was used */
export async function resetPassword(given: { token: string; newPassword: string }): Promise<void> {
  await requestJson('/api/auth/reset-password', { method: 'POST', body: given });
}

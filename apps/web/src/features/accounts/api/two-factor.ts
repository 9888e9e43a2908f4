import { requestJson } from '../../../lib/api/request.ts';

const post = <Answer>(path: string, body: object) => requestJson<Answer>(`/api/auth/${path}`, { method: 'POST', body });

/** What an authenticator app reads, and codes that each work once without it. */
export interface BegunTwoFactor {
  totpURI: string;
  backupCodes: string[];
}

/**
 * Begins to set up a second factor; it holds once a code of it was given.
 * @throws ApiError with a fault of `password`
 */
export const beginTwoFactor = (password?: string) => post<BegunTwoFactor>('two-factor/enable', { password });
/** @throws ApiError with a fault of `code` */
export const confirmTwoFactor = (code: string) => post<object>('two-factor/verify-totp', { code });
/** @throws ApiError with a fault of `password` */
export const endTwoFactor = (password?: string) => post<object>('two-factor/disable', { password });
/** Codes made before work no more. @throws ApiError with a fault of `password` */
export const newRecoveryCodes = (password?: string) =>
  post<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password });
/** Ends every sign-in but this one. @throws ApiError with a fault of `currentPassword` or `newPassword` */
export const changePassword = (given: { currentPassword: string; newPassword: string }) =>
  post<object>('change-password', given);

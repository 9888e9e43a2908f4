import { requestJson } from '../../../lib/api/request.ts';

const post = <Answer>(path: string, body: object) => requestJson<Answer>(`/api/auth/${path}`, { method: 'POST', body });

/** The URI for an authenticator app, and single-use recovery codes. */
export interface TwoFactorSetup {
  totpURI: string;
  backupCodes: string[];
}

/**
 * Starts setting up a second factor, which takes effect once a code is confirmed.
 * @throws ApiError with a fault of `password`
 */
export const beginTwoFactor = (password?: string) => post<TwoFactorSetup>('two-factor/enable', { password });
/** @throws ApiError with a fault of `code` */
export const confirmTwoFactor = (code: string) => post<object>('two-factor/verify-totp', { code });
/** @throws ApiError with a fault of `password` */
export const endTwoFactor = (password?: string) => post<object>('two-factor/disable', { password });
/** Invalidates earlier codes. @throws ApiError with a fault of `password` */
export const newRecoveryCodes = (password?: string) =>
  post<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password });
/** Ends every other sign-in. @throws ApiError with a fault of `currentPassword` or `newPassword` */
export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  post<object>('change-password', passwords);

import type { SupportTarget } from '@switchyard/contracts/accounts/support';
import { ApiError } from '../../lib/api/api-error.ts';
import { requestJson } from '../../lib/api/request.ts';

/** Whom the server wants a reason for before showing their screens; null for any other failure. */
export const supportNeedingReason = (error: unknown): SupportTarget | null =>
  error instanceof ApiError && error.code === 'SUPPORT_REASON_NEEDED' ? (error.data as SupportTarget) : null;

/** Starts a support session. @throws ApiError */
export async function startSupport({ userId, workspaceId }: SupportTarget, reason: string): Promise<void> {
  await requestJson('/api/support/looks', { method: 'POST', body: { userId, workspaceId, reason }, asSelf: true });
}

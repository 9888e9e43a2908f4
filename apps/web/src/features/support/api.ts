import type { SupportTarget } from '@switchyard/contracts/accounts/support';
import { ApiError } from '../../lib/api/api-error.ts';
import { requestJson } from '../../lib/api/request.ts';

/** What the server asks for before it shows another's screens; null: the failure is another. */
export const askedForReason = (error: unknown): SupportTarget | null =>
  error instanceof ApiError && error.code === 'SUPPORT_REASON_NEEDED' ? (error.data as SupportTarget) : null;

/** Begins a look at somebody's screens. @throws ApiError */
export async function beginSupport({ userId, workspaceId }: SupportTarget, reason: string): Promise<void> {
  await requestJson('/api/support/looks', { method: 'POST', body: { userId, workspaceId, reason }, asOneself: true });
}

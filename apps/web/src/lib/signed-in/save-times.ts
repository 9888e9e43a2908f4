import type { Times } from '@switchyard/contracts/accounts/operations';
import { requestJson } from '../api/request.ts';
import { clearCurrentUser } from './current-user.ts';

/** Saves the signed-in user's time preferences for all their devices. @throws ApiError */
export async function saveTimes(times: Partial<Times>): Promise<void> {
  await requestJson('/api/me', { method: 'PATCH', body: { times } });
  clearCurrentUser();
}

import type { Times } from '@switchyard/contracts/accounts/operations';
import { requestJson } from '../api/request.ts';
import { clearCurrentUser } from './signed-in.ts';

/** Keeps how times are written for whoever is signed in, wherever they sign in. @throws ApiError */
export async function saveTimes(times: Partial<Times>): Promise<void> {
  await requestJson('/api/me', { method: 'PATCH', body: { times } });
  clearCurrentUser();
}

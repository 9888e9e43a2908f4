import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '@switchyard/contracts';
import { requestJson } from '../../../lib/api/request.ts';

export type PublicSettings = Awaited<ReturnType<ContractRouterClient<typeof contract>['accounts']['settings']>>;

/** Public settings, available before sign-in: whether this is a demo, and its accounts. */
export function readSettings(): Promise<PublicSettings> {
  return requestJson('/api/settings');
}

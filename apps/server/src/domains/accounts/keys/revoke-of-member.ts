import { and, eq, isNull, sql } from 'drizzle-orm';
import { memberLeft } from '../../workspaces/index.ts';
import { apiKeysChanged } from '../accounts.events.ts';
import { apiKeys } from '../keys.schema.ts';

/** Revokes the keys of a leaving member, so that programs that still have one get no access if the member returns. */
export const revokeKeysOfMember = memberLeft.hook('accounts', async (tx, { userId, workspaceId }) => {
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)));
  return [apiKeysChanged(workspaceId)];
});

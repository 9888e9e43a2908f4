import { and, eq, isNull, sql } from 'drizzle-orm';
import { memberLeft } from '../../workspaces/index.ts';
import { apiKeysChanged } from '../accounts.events.ts';
import { apiKeys } from '../keys.schema.ts';

/** Who leaves a workspace and comes back makes keys anew: nothing that they have left in a program opens it again. */
export const revokeKeysOfMember = memberLeft.hook('accounts', async (tx, { userId, workspaceId }) => {
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)));
  return [apiKeysChanged(workspaceId)];
});

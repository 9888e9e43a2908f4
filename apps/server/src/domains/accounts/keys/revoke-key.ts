import type { ApiKey } from '@switchyard/contracts/accounts/api-keys';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { apiKeysChanged } from '../accounts.events.ts';
import { manageKeysRefusal } from '../accounts.policy.ts';
import { apiKeys } from '../keys.schema.ts';
import { findKey } from './list-keys.ts';

/**
 * Revokes a key of the workspace from the next request on. Idempotent.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const revokeKey: Action<{ id: string }, ApiKey> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageKeysRefusal(actor));
    const { workspaceId } = actor;
    const changed = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.workspaceId, workspaceId), sql`${apiKeys.revokedAt} is null`))
      .returning({ name: apiKeys.name });
    const result = await findKey(tx, workspaceId, id);
    if (!result) throw new Refusal('NOT_FOUND');
    if (changed[0])
      await writeAudit(tx, actor, { action: 'key.revoke', subject: id, details: { name: changed[0].name } });
    return { result, events: [apiKeysChanged(workspaceId)] };
  });

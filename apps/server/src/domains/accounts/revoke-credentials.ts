import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { passkeys } from './accounts.schema.ts';
import { credentialsRevoked } from './credentials-revoked.ts';
import { apiKeys } from './keys.schema.ts';

/**
 * Revokes the actor's keys in all workspaces, their passkeys, and the clients they have allowed. A new password does
 * not do this.
 */
export const revokeCredentials: Action<
  object,
  { keys: number; passkeys: number },
  ActionDeps & Pick<Platform, 'hooks'>
> = ({ db, hooks }, actor) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const { userId } = actor;
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id, workspaceId: apiKeys.workspaceId, name: apiKeys.name });
    const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
    for (const { id, workspaceId, name } of revoked) {
      await writeAudit(tx, actor, { action: 'key.revoke', workspaceId, subject: id, details: { name } });
    }
    for (const { id } of removed) {
      const details = { isAdded: false };
      await writeAudit(tx, actor, { action: 'account.passkey', workspaceId: null, subject: id, details });
    }
    const events = await credentialsRevoked.callBatch(hooks, tx, [{ userId }]);
    return { result: { keys: revoked.length, passkeys: removed.length }, events };
  });

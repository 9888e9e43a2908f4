import type { ApiKey } from '@switchyard/contracts/accounts/api-keys';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { notify } from '../../notifications/index.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { apiKeysChanged } from '../accounts.events.ts';
import { manageKeysRefusal } from '../accounts.policy.ts';
import { requireConfirmed } from '../confirm-identity.ts';
import { apiKeys } from '../keys.schema.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { makeKey } from './key-secret.ts';
import { presentKey } from './present-key.ts';

const MAX_KEYS = 100;

/**
 * Creates a key for the actor in their workspace. Only this response contains it; the database has a hash.
 * @throws Refusal `FORBIDDEN`, `CONFIRM_FIRST`, `INVALID` for an unknown scope, `KEY_LIMIT`
 */
export const createKey: Action<
  { name: string; scopes: string[]; expiresInDays: number | null },
  { key: string; created: ApiKey }
> = ({ db }, actor, { name, scopes, expiresInDays }) =>
  db.transaction(async (tx) => {
    authorize(manageKeysRefusal(actor));
    await requireConfirmed(tx, { id: actor.loginId });
    const unknown = scopes.filter((scope) => !KEY_SCOPES.includes(scope));
    if (unknown.length > 0) throw invalid([{ field: 'scopes', message: `There is no scope ${unknown.join(', ')}.` }]);
    const { workspaceId, userId } = actor;
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
    const present = await tx.$count(apiKeys, and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)));
    if (present >= MAX_KEYS) throw new Refusal('KEY_LIMIT');
    const { key, prefix, hash } = makeKey();
    const [row] = await tx
      .insert(apiKeys)
      .values({
        workspaceId,
        userId,
        name,
        prefix,
        hash,
        scopes: [...new Set(scopes)].sort(),
        expiresAt: expiresInDays === null ? null : sql`now() + make_interval(days => ${expiresInDays})`,
      })
      .returning();
    if (!row) throw new Error('the key was not stored');
    await writeAudit(tx, actor, {
      action: 'key.create',
      subject: row.id,
      details: { name, prefix, scopes: row.scopes },
    });
    const events = await notify(tx, { workspaceId, userId, kind: 'key-added', subject: row.id, data: { name } });
    return {
      result: { key, created: presentKey(row, actor.fullName) },
      events: [...events, apiKeysChanged(workspaceId)],
    };
  });

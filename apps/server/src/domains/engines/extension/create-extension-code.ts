import { eq, lt, or, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize } from '../../../platform/refusal.ts';
import { manageEnginesRefusal } from '../engines.policy.ts';
import { extensionCodes } from '../engines.schema.ts';
import { hashOf, newCode } from './extension-code.ts';

const LIFE_MINUTES = 10;

/**
 * Creates a code that pairs a browser extension with the caller, and invalidates their earlier one.
 * @throws Refusal `FORBIDDEN`
 */
export const createExtensionCode: Action<void, { code: string; expiresAt: Date }> = ({ db }, actor) =>
  db.transaction(async (tx) => {
    authorize(manageEnginesRefusal(actor));
    const { userId, workspaceId } = actor;
    await tx
      .delete(extensionCodes)
      .where(or(eq(extensionCodes.userId, userId), lt(extensionCodes.expiresAt, sql`now()`)));
    const code = newCode();
    const [created] = await tx
      .insert(extensionCodes)
      .values({
        hash: hashOf(code),
        workspaceId,
        userId,
        expiresAt: sql`now() + make_interval(mins => ${LIFE_MINUTES})`,
      })
      .returning({ expiresAt: extensionCodes.expiresAt });
    if (!created) throw new Error('the code was not stored');
    return { result: { code, expiresAt: created.expiresAt }, events: [] };
  });

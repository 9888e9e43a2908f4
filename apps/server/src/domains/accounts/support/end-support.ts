import { and, eq, gt, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { writeAudit } from '../../audit/index.ts';
import { supportGrants } from '../support.schema.ts';

/** Ends the actor's support sessions for a person. Does nothing if there is none. */
export const endSupport: Action<{ userId: string }, { ended: number }> = ({ db }, actor, { userId }) =>
  db.transaction(async (tx) => {
    const ended = await tx
      .update(supportGrants)
      .set({ endsAt: sql`now()` })
      .where(
        and(
          eq(supportGrants.adminId, actor.userId),
          eq(supportGrants.userId, userId),
          gt(supportGrants.endsAt, sql`now()`),
        ),
      )
      .returning({ workspaceId: supportGrants.workspaceId });
    for (const { workspaceId } of ended) {
      await writeAudit(tx, actor, { action: 'support.end', workspaceId, subject: userId });
    }
    return { result: { ended: ended.length }, events: [] };
  });

import type { LanePacing } from '@switchyard/contracts/messages';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { engineLanes } from '../../engines/engines.schema.ts';
import { messages } from '../messages.schema.ts';

/**
 * Sets a lane's pacing. What waits for the end of quiet hours goes back to its due moment: the next claim that meets it moves it again if the new
 * hours say so. The lane's row is changed first, since a claim holds it while it moves messages.
 */
export async function savePacing(db: Db, engineId: string, pacing: LanePacing): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(engineLanes).set(pacing).where(eq(engineLanes.engineId, engineId));
    await tx
      .update(messages)
      .set({ claimableAt: sql`${messages.dueAt}`, holdRule: null })
      .where(
        and(eq(messages.engineId, engineId), eq(messages.status, 'pending'), eq(messages.holdRule, 'quiet_hours')),
      );
  });
}

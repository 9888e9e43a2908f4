import type { InboxSettings } from '@switchyard/contracts/inbox/operations';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { inboxRulesChanged } from './inbox.events.ts';
import { manageRefusal } from './inbox.policy.ts';
import { inboxSettings } from './inbox.schema.ts';

const DEFAULT_SETTINGS: InboxSettings = {
  assignsItself: false,
  capacity: 20,
  replyWithinMinutes: null,
  hours: null,
  ratingQuestion: null,
};

export async function readSettings(db: Db, workspaceId: string): Promise<InboxSettings> {
  const [row] = await db.select().from(inboxSettings).where(eq(inboxSettings.workspaceId, workspaceId));
  if (!row) return DEFAULT_SETTINGS;
  const { workspaceId: _, ...settings } = row;
  return settings;
}

/** Sets how conversations are assigned and when answers are due; recalculates what is waiting. */
export const changeSettings: Action<InboxSettings, InboxSettings> = ({ db }, actor, settings) =>
  db.transaction(async (tx) => {
    authorize(manageRefusal(actor));
    const { workspaceId } = actor;
    await tx
      .insert(inboxSettings)
      .values({ workspaceId, ...settings })
      .onConflictDoUpdate({ target: inboxSettings.workspaceId, set: settings });
    await tx.execute(
      sql`update conversations set due_for = null where workspace_id = ${workspaceId} and waiting_since is not null`,
    );
    await writeAudit(tx, actor, { action: 'inbox.settings', subject: workspaceId });
    return { result: settings, events: [inboxRulesChanged(workspaceId, null)] };
  });

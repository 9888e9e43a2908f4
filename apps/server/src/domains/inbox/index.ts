import { sql } from 'drizzle-orm';
import type { Domain } from '../../platform/domain.ts';
import { inboxEffects } from '../automations/index.ts';
import { botHandedOver } from '../bots/index.ts';
import { inboxAutomationEffects } from './automation-effects.ts';
import { inboxNotices } from './inbox.notices.ts';
import { inboxPersonalData } from './inbox.personal-data.ts';
import { inboxRouter } from './inbox.routes.ts';
import { inboxTools } from './inbox.tools.ts';
import { startAssigning } from './jobs/assign-waiting.ts';
import { startFolding } from './jobs/fold-tallies.ts';
import { startMeasuring } from './jobs/measure-events.ts';
import { startSettingDue } from './jobs/set-due.ts';
import { startWaking } from './jobs/wake-snoozed.ts';
import { projectStored, rebuildConversations } from './project-messages.ts';
import { releaseMember } from './release-member.ts';
import { openHandedOver } from './take-over.ts';

export { assignConversation } from './change-conversation.ts';
export { publishPresence } from './mark-seen.ts';
export { rebuildConversations } from './project-messages.ts';
export { reply } from './reply.ts';

/** The team inbox: chats with the team's work on them. */
export const inboxDomain: Domain = {
  name: 'inbox',
  effects: [inboxEffects.by(inboxAutomationEffects)],
  notices: inboxNotices,
  routers: { inbox: inboxRouter },
  tools: inboxTools,
  personalData: inboxPersonalData,
  hooks: [projectStored, releaseMember, botHandedOver.hook('inbox', openHandedOver)],
  /** Creates the conversations of chats from before the inbox existed, once. */
  async prepare({ database }) {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild-conversations'))`);
      const { rows } = await tx.execute(sql`select from conversations limit 1`);
      if (rows.length === 0) await rebuildConversations(tx);
    });
  },
  work: async (platform) => {
    const parts = [
      startWaking(platform),
      startSettingDue(platform),
      startAssigning(platform),
      startMeasuring(platform),
      startFolding(platform),
    ];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};

import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditEntries } from '../../audit/audit.schema.ts';
import { tellBoards } from './boards.ts';
import { tellBots } from './bots.ts';
import { tellCampaigns } from './campaigns.ts';
import { tellContacts, tellLabels } from './contacts.ts';
import { tellInbox } from './inbox.ts';
import { tellKnowledge } from './knowledge.ts';
import type { Story } from './story.ts';
import { tellTeam } from './team.ts';

interface Beginning {
  workspaceId: string;
  engineId: string;
  owner: { id: string; email: string; name: string };
  passwordHash: string;
  now: Date;
}

/**
 * Adds a lively history to the demo practice: a team, patients, campaigns, bots, an inbox and boards, all consistent.
 */
export async function tellStory(db: Db, secret: Platform['secret'], beginning: Beginning): Promise<void> {
  const { workspaceId, engineId, owner, passwordHash, now } = beginning;
  const story: Story = {
    deps: { db, secret, clock: { now: () => now } },
    actor: {
      userId: owner.id,
      email: owner.email,
      fullName: owner.name,
      role: 'user',
      workspaceId,
      workspaceRole: 'owner',
      onBehalfOf: null,
    },
    workspaceId,
    engineId,
    now,
    colleagues: await tellTeam(db, workspaceId, { inviterId: owner.id, passwordHash, now }),
    contacts: await tellContacts(db, workspaceId, now),
  };
  const labelIds = await tellLabels(story);
  await tellCampaigns(story, labelIds);
  await tellInbox(story);
  await tellBots(story, await tellKnowledge(story));
  await tellBoards(story);
  // Seeding is not a person's action: a log starting with it would hide what people do.
  await db.delete(auditEntries).where(eq(auditEntries.workspaceId, workspaceId));
}

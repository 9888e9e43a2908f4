import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditEntries } from '../../audit/audit.schema.ts';
import { createBoards } from './boards.ts';
import { createDemoBots } from './bots.ts';
import { createDemoCampaigns } from './campaigns.ts';
import { createDemoContacts, createDemoLabels } from './contacts.ts';
import { createDemoInbox } from './inbox.ts';
import { createDemoKnowledge } from './knowledge.ts';
import type { Story } from './story.ts';
import { createDemoTeam } from './team.ts';

interface StoryStart {
  workspaceId: string;
  engineId: string;
  owner: { id: string; email: string; name: string };
  passwordHash: string;
  now: Date;
}

/**
 * Adds a lively history to the demo practice: a team, patients, campaigns, bots, an inbox and boards, all consistent.
 */
export async function createStory(db: Db, secret: Platform['secret'], beginning: StoryStart): Promise<void> {
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
    colleagues: await createDemoTeam(db, workspaceId, { inviterId: owner.id, passwordHash, now }),
    contacts: await createDemoContacts(db, workspaceId, now),
  };
  const labelIds = await createDemoLabels(story);
  await createDemoCampaigns(story, labelIds);
  await createDemoInbox(story);
  await createDemoBots(story, await createDemoKnowledge(story));
  await createBoards(story);
  // Seeding is not a person's action: a log starting with it would hide what people do.
  await db.delete(auditEntries).where(eq(auditEntries.workspaceId, workspaceId));
}

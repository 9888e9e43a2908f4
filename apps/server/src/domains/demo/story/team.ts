import type { Db } from '../../../platform/database/database.ts';
import { createAccount } from '../../accounts/index.ts';
import { workspaceInvitations, workspaceMembers } from '../../workspaces/workspaces.schema.ts';
import type { Colleague, Story } from './story.ts';

const COLLEAGUES = {
  ivy: { name: 'Ivy Marlow', email: 'ivy@switchyard.local', role: 'admin' },
  tom: { name: 'Tom Adeyemi', email: 'tom@switchyard.local', role: 'member' },
} as const;
const INVITATION_MS = 5 * 24 * 3_600_000;

/** Creates the two colleagues, who sign in with the demo password, and a pending invitation. */
export async function createDemoTeam(
  db: Db,
  organizationId: string,
  { inviterId, passwordHash, now }: { inviterId: string; passwordHash: string; now: Date },
): Promise<Story['colleagues']> {
  const join = async ({ name, email, role }: (typeof COLLEAGUES)[keyof typeof COLLEAGUES]): Promise<Colleague> => {
    const userId = await createAccount(db, { name, email, role: 'user', passwordHash });
    await db.insert(workspaceMembers).values({ organizationId, userId, role });
    return { id: userId, name };
  };
  await db.insert(workspaceInvitations).values({
    organizationId,
    inviterId,
    email: 'hygienist@switchyard.local',
    role: 'member',
    expiresAt: new Date(now.getTime() + INVITATION_MS),
  });
  return { ivy: await join(COLLEAGUES.ivy), tom: await join(COLLEAGUES.tom) };
}

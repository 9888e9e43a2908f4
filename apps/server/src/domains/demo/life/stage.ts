import type { SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { contacts } from '../../contacts/contacts.schema.ts';
import { engines } from '../../engines/engines.schema.ts';
import { toWorkspaceRole } from '../../workspaces/index.ts';
import { workspaceMembers } from '../../workspaces/workspaces.schema.ts';

/** Phones that the demo plays. */
export type PlayedPhones = Pick<SimulatedNetwork['phones'], 'send' | 'setOffline'>;

/** Everything the demo's five minutes need: the practice, its colleagues and its patients' phones. */
export interface Stage {
  platform: Platform;
  phones: PlayedPhones;
  workspaceId: string;
  engineId: string;
  ivy: Actor;
  tom: Actor;
  /** By contact name. */
  mobiles: ReadonlyMap<string, string>;
}

export const MAIN_LINE = '+447700900001';
const IVY = 'ivy@switchyard.local';
const TOM = 'tom@switchyard.local';

/** Returns null if the demo practice doesn't exist here or its colleagues have left. */
export async function setStage(platform: Platform, phones: PlayedPhones): Promise<Stage | null> {
  const { db } = platform.database;
  const [line] = await db
    .select({ engineId: engines.id, workspaceId: engines.workspaceId })
    .from(engines)
    .where(eq(engines.phoneNumber, MAIN_LINE))
    .orderBy(asc(engines.createdAt))
    .limit(1);
  if (!line) return null;
  const { workspaceId } = line;
  const people = await db
    .select({ userId: users.id, email: users.email, fullName: users.name, role: workspaceMembers.role })
    .from(users)
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(and(eq(workspaceMembers.organizationId, workspaceId), inArray(users.email, [IVY, TOM])));
  const actorOf = (email: string): Actor | null => {
    const person = people.find((user) => user.email === email);
    if (!person) return null;
    const workspaceRole = toWorkspaceRole(person.role);
    return { ...person, role: 'user', workspaceId, workspaceRole, onBehalfOf: null };
  };
  const [ivy, tom] = [actorOf(IVY), actorOf(TOM)];
  if (!ivy || !tom) return null;
  const book = await db
    .select({ name: contacts.name, mobile: contacts.mobile })
    .from(contacts)
    .where(eq(contacts.workspaceId, workspaceId));
  return { platform, phones, ...line, ivy, tom, mobiles: new Map(book.map(({ name, mobile }) => [name, mobile])) };
}

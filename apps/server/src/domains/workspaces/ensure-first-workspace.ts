import { zoneName } from '@switchyard/contracts/entity';
import type { Db } from '../../platform/database/database.ts';
import { isPhoneCountry } from '../../platform/phone-number.ts';
import { findMembership, type Membership } from './workspaces.queries.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

/** What the first workspace is made of. Zone and country are guesses of the browser: what we do not know is left out. */
export interface FirstWorkspace {
  name?: string | undefined;
  zone?: string | undefined;
  country?: string | undefined;
  plan?: 'free' | 'pro' | undefined;
}

/**
 * Everyone has a workspace: makes the person's first when they have none, and makes them its owner.
 * The slug is the person's id, so that two calls at once make one.
 */
export async function ensureFirstWorkspace(
  db: Db,
  person: { id: string; name: string },
  wanted: FirstWorkspace = {},
): Promise<Membership> {
  const existing = await findMembership(db, person.id);
  if (existing) return existing;
  const zone = zoneName.safeParse(wanted.zone);
  const country = wanted.country?.toUpperCase() ?? '';
  await db.transaction(async (transaction) => {
    const [made] = await transaction
      .insert(workspaces)
      .values({
        name: wanted.name ?? `${person.name}’s workspace`,
        slug: `first-${person.id}`,
        ...(zone.success ? { zone: zone.data } : {}),
        ...(isPhoneCountry(country) ? { country } : {}),
        ...(wanted.plan ? { plan: wanted.plan } : {}),
      })
      .onConflictDoNothing({ target: workspaces.slug })
      .returning({ id: workspaces.id });
    if (made) {
      await transaction.insert(workspaceMembers).values({ organizationId: made.id, userId: person.id, role: 'owner' });
    }
  });
  const membership = await findMembership(db, person.id);
  if (!membership) throw new Error(`${person.id} was removed from their own first workspace`);
  return membership;
}

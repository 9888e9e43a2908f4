import { zoneName } from '@switchyard/contracts/entity';
import { sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { isPhoneCountry } from '../../platform/phone-number.ts';
import { findMembership, type Membership } from './workspaces.queries.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

/** Details of a first workspace. Zone and country are the browser's guesses; unknown values are ignored. */
export interface FirstWorkspace {
  name?: string | undefined;
  zone?: string | undefined;
  country?: string | undefined;
  plan?: 'free' | 'pro' | undefined;
}

/**
 * Ensures that a person has a workspace they can enter: creates one, as its owner, if they have none, such as after
 * sign-up or after leaving their last. Two concurrent calls create only one.
 */
export async function ensureFirstWorkspace(
  db: Db,
  person: { id: string; name: string },
  details: FirstWorkspace = {},
): Promise<Membership> {
  const existing = await findMembership(db, person.id, { canBeEntered: true });
  if (existing) return existing;
  const zone = zoneName.safeParse(details.zone);
  const country = details.country?.toUpperCase() ?? '';
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person.id}, 0))`);
    const created = await findMembership(tx, person.id, { canBeEntered: true });
    if (created) return created;
    const workspaceId = newId();
    await tx.insert(workspaces).values({
      id: workspaceId,
      name: details.name ?? `${person.name}’s workspace`,
      slug: workspaceId,
      ...(zone.success ? { zone: zone.data } : {}),
      ...(isPhoneCountry(country) ? { country } : {}),
      ...(details.plan ? { plan: details.plan } : {}),
    });
    await tx.insert(workspaceMembers).values({ organizationId: workspaceId, userId: person.id, role: 'owner' });
    return { workspaceId, role: 'owner' };
  });
}

import { faultAt } from '@switchyard/contracts/text/faults';
import { MAX_OWNED_WORKSPACES } from '@switchyard/contracts/workspaces/operations';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import { isPhoneCountry } from '../../platform/phone-number.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaceMembers, workspaces } from './workspaces.schema.ts';

interface NewWorkspace {
  name: string;
  /** IANA name. */
  zone: string;
  /** ISO 3166, any case. */
  country: string;
}

/** Creates a workspace owned by the actor. @throws Refusal `INVALID` */
export const createWorkspace: Action<NewWorkspace, { id: string }> = ({ db }, actor, input) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const country = input.country.toUpperCase();
    if (!isPhoneCountry(country)) {
      throw invalid([faultAt('country', 'country')]);
    }
    // Serialised per person, so that the count is reliable.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${actor.userId}, 0))`);
    const owned = and(eq(workspaceMembers.userId, actor.userId), eq(workspaceMembers.role, 'owner'));
    if ((await tx.$count(workspaceMembers, owned)) >= MAX_OWNED_WORKSPACES) {
      throw invalid([faultAt('name', 'mostOwned', { maximum: MAX_OWNED_WORKSPACES })]);
    }
    const id = newId();
    await tx.insert(workspaces).values({ id, slug: id, name: input.name, zone: input.zone, country });
    await tx.insert(workspaceMembers).values({ organizationId: id, userId: actor.userId, role: 'owner' });
    await writeAudit(tx, actor, { action: 'workspace.create', workspaceId: id, details: { name: input.name } });
    return { result: { id }, events: [] };
  });

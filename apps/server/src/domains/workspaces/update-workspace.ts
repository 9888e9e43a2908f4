import { faultAt } from '@switchyard/contracts/text/faults';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { isPhoneCountry } from '../../platform/phone-number.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { workspaceChanged } from './workspaces.events.ts';
import { updateWorkspaceRefusal } from './workspaces.policy.ts';
import { workspaces } from './workspaces.schema.ts';

interface WorkspaceChanges {
  name?: string | undefined;
  zone?: string | undefined;
  /** ISO 3166, any case. */
  country?: string | undefined;
}

/** Updates the given fields of the actor's workspace. @throws Refusal `INVALID`, `FORBIDDEN` */
export const updateWorkspace: Action<WorkspaceChanges, WorkspaceChanges> = ({ db }, actor, changes) =>
  db.transaction(async (tx) => {
    authorize(updateWorkspaceRefusal(actor));
    const country = changes.country?.toUpperCase();
    if (country !== undefined && !isPhoneCountry(country)) {
      throw invalid([faultAt('country', 'country')]);
    }
    const changed = { name: changes.name, zone: changes.zone, country };
    await tx
      .update(workspaces)
      .set({ ...changed, updatedAt: sql`now()` })
      .where(eq(workspaces.id, actor.workspaceId));
    await writeAudit(tx, actor, { action: 'workspace.update', details: changed });
    return { result: changed, events: [workspaceChanged(actor.workspaceId)] };
  });

import { and, eq } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { grantsChanged } from '../mcp.events.ts';
import { allowClientRefusal } from '../mcp.policy.ts';
import { oauthClients, oauthGrants } from '../oauth.schema.ts';
import { endGrants } from './end-grants.ts';
import { nameOfClient, visibleGrants } from './grants.queries.ts';

/**
 * Revokes a client's access with all its tokens, effective from its next call.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const revokeGrant: Action<{ id: string }, { _id: string }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(allowClientRefusal(actor));
    const [gone] = await endGrants(tx, and(eq(oauthGrants.id, id), visibleGrants(actor)));
    if (!gone) throw new Refusal('NOT_FOUND');
    const [client] = await tx.select().from(oauthClients).where(eq(oauthClients.clientId, gone.clientId));
    await writeAudit(tx, actor, {
      action: 'grant.revoke',
      subject: gone.clientId,
      details: { name: client ? nameOfClient(client) : gone.clientId },
    });
    return { result: { _id: id }, events: [grantsChanged(actor.workspaceId)] };
  });
